import { createHash } from "node:crypto";
import { DomainError } from "@/lib/kernel/rules/errors";
import { retryLostRace } from "@/lib/kernel/rules/retry-lost-race";
import type { IdempotencyClaim } from "../ports/idempotency-claim";
import { IDEMPOTENCY_KEY_VALID_MS } from "../rules/idempotency";
import type { StagedDocument } from "../rules/staged-document";
import { type CreatePorts, type DocumentInput, prepareDocument } from "./create-staged-document";
import { signUpload } from "./sign-upload";

/** A document created by this call or by the call that it repeats. */
export interface CreatedOnce {
  readonly document: StagedDocument;
  /** null only if this is a repeat and an upload can no longer start. */
  readonly uploadSignedUrl: string | null;
  readonly isReplayed: boolean;
}

/**
 * Creates a document like `createStagedDocument`, with an idempotency key: for 24 hours, the same key does not create a
 * second document, even with concurrent calls. A repeat returns the document as it is now (decision 0016).
 * @throws DomainError `idempotency-key-reused` if the key was used with a different request; `file-empty` or
 * `file-too-large` for a given size
 */
export async function createStagedDocumentOnce(
  ports: CreatePorts,
  input: DocumentInput & { idempotencyKey: string },
): Promise<CreatedOnce> {
  const { toWrite, uploadSignedUrl, at } = await prepareDocument(ports, input);
  const claim = claimOf(input, at);
  return retryLostRace(async () => {
    const document = await ports.documents.createOnce(...toWrite, claim);
    if (!document) return replay(ports, claim, { signedAt: at, sizeBytes: input.sizeBytes });
    ports.changes.announce();
    return { document, uploadSignedUrl, isReplayed: false };
  }, "Another call is using this Idempotency-Key. Retry the call.");
}

/** Returns null if the claim was removed before it could be read. */
async function replay(
  ports: CreatePorts,
  claim: IdempotencyClaim,
  signing: Parameters<typeof signUpload>[2],
): Promise<CreatedOnce | null> {
  const found = await ports.documents.findClaimed(claim);
  if (!found) return null;
  const { document, requestHash } = found;
  if (!requestHash.equals(claim.requestHash)) {
    throw new DomainError(
      "idempotency-key-reused",
      `This Idempotency-Key was already used with a different body for the document ${document.uuid}. Use a new key for a new document.`,
    );
  }
  return {
    document,
    uploadSignedUrl: await signUpload(ports, document, signing),
    isReplayed: true,
  };
}

function claimOf(input: DocumentInput & { idempotencyKey: string }, at: Date): IdempotencyClaim {
  const { actor, assetIdentifier, name, folder, sizeBytes, idempotencyKey } = input;
  if (!("id" in actor)) throw new Error(`the ${actor.kind} cannot use idempotency keys`);
  // Claims are valid for a day, so claims made before folders and sizes existed must still match. The hash of a request
  // without a folder and a size therefore stays the same.
  const more = folder === null && sizeBytes === null ? [] : [folder, sizeBytes];
  const asked = JSON.stringify([assetIdentifier, name, ...more]);
  return {
    ownerId: actor.id,
    key: idempotencyKey,
    requestHash: createHash("sha256").update(asked).digest(),
    expiredAt: new Date(at.getTime() - IDEMPOTENCY_KEY_VALID_MS),
  };
}
