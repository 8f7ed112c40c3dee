import { type Actor, actorName } from "../domain/actor";
import { stagedObjectKey } from "../domain/object-key";
import type { StagedDocument } from "../domain/staged-document";
import { findMove, STATUS } from "../domain/status";
import type { Ports } from "../ports";

const CREATION = findMove(null, STATUS.waitingForUpload);

/**
 * Announces a document and signs its upload URL. The asset need not exist (decision 0008).
 * One statement writes the document and its first history row; the URL is signed to `uploadExpiresAt`.
 */
export async function createStagedDocument(
  ports: Pick<Ports, "documents" | "storage" | "clock" | "ids" | "limits">,
  input: { actor: Actor; assetIdentifier: string; name: string },
): Promise<{ document: StagedDocument; uploadSignedUrl: string }> {
  if (!CREATION) throw new Error("the move table does not allow a document to be created");
  const at = ports.clock.now();
  const uuid = ports.ids.uuid();
  const expiresInSeconds = ports.limits.uploadUrlExpiresInSeconds;
  const uploadSignedUrl = await ports.storage.signUpload(stagedObjectKey(uuid), {
    signedAt: at,
    expiresInSeconds,
  });
  const document = await ports.documents.create(
    {
      uuid,
      assetIdentifier: input.assetIdentifier,
      name: input.name,
      uploadExpiresAt: new Date(at.getTime() + expiresInSeconds * 1000),
    },
    { move: CREATION, actor: actorName(input.actor), reason: "created", at },
  );
  return { document, uploadSignedUrl };
}
