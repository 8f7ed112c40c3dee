import type { IdempotencyClaim, StagedDocumentRepository } from "../ports";
import type { StagedDocument } from "../rules/staged-document";

/** Creates in-memory idempotency claims; `create` and `find` reject while the documents are unavailable. */
export function createInMemoryClaims({
  create,
  find,
}: Pick<StagedDocumentRepository, "create"> & {
  find: (uuid: string) => StagedDocument | null;
}): Pick<StagedDocumentRepository, "createOnce" | "findClaimed"> {
  const claims = new Map<string, { uuid: string; requestHash: Buffer; at: Date }>();
  const nameOf = ({ ownerId, key }: Pick<IdempotencyClaim, "ownerId" | "key">) =>
    JSON.stringify([ownerId, key]);
  return {
    async createOnce(document, change, claim) {
      find(document.uuid); // Rejects while the documents are unavailable, before the key counts as used.
      const taken = claims.get(nameOf(claim));
      if (taken && taken.at > claim.expiredAt) return null;
      const { uuid } = document;
      claims.set(nameOf(claim), { uuid, requestHash: claim.requestHash, at: change.at });
      return create(document, change);
    },
    async findClaimed(claim) {
      const found = claims.get(nameOf(claim));
      const document = found ? find(found.uuid) : null;
      return found && document ? { document, requestHash: found.requestHash } : null;
    },
  };
}
