import type { Ids } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ObjectStorage, StatusMove, StoredObject, UploadLimits } from "../ports";
import { assertAcceptableSize, documentObjectKey, stagedObjectKey } from "../rules/object-key";
import { contentTypeOf } from "../rules/staged-document";

type VerifiedFile = NonNullable<StatusMove["file"]>;

type UploadPorts = { storage: ObjectStorage; ids: Ids; limits: UploadLimits };

/**
 * Inspects the uploaded object and secures exactly those bytes (see `secureUpload`).
 * @throws any error from `inspectUpload` and `secureUpload`
 */
export async function verifyUpload(ports: UploadPorts, uuid: string): Promise<VerifiedFile> {
  return secureUpload(ports, uuid, await inspectUpload(ports, uuid));
}

/**
 * Looks at the uploaded object and checks that it can be a document.
 * @throws DomainError `file-not-uploaded`, `file-empty`, `file-too-large`
 */
export async function inspectUpload(
  { storage, limits }: Pick<UploadPorts, "storage" | "limits">,
  uuid: string,
): Promise<StoredObject> {
  const staged = await storage.head(stagedObjectKey(uuid));
  if (!staged) {
    throw new DomainError(
      "file-not-uploaded",
      "There is no uploaded file yet. PUT it to uploadSignedUrl, wait for 200, then report again.",
    );
  }
  assertAcceptableSize(staged.sizeBytes, limits.uploadSizeMaxBytes);
  return staged;
}

/**
 * Secures the bytes of an inspected object (decision 0041). A version assigned by the store stays in place;
 * without versions, the bytes are copied to a key that no upload URL can write to. A caller that does not use the result
 * must pass it to `discardVerified`. Safe to repeat; holds no lock.
 * @throws DomainError `file-changed` if the object was replaced before it was copied or during the copy
 */
export async function secureUpload(
  ports: Pick<UploadPorts, "storage" | "ids">,
  uuid: string,
  staged: StoredObject,
): Promise<VerifiedFile> {
  const stagedKey = stagedObjectKey(uuid);
  if (staged.versionId !== null) {
    return { ...describe(staged), objectKey: stagedKey, versionId: staged.versionId };
  }
  const objectKey = documentObjectKey(uuid, ports.ids.uuid());
  await copyUnchanged(ports.storage, { stagedKey, staged, objectKey });
  return { ...describe(staged), objectKey, versionId: null };
}

/**
 * Removes the copy that `secureUpload` made for a report that lost to a concurrent one. In a store that
 * keeps versions, nothing is removed, because the winner may have reported the same version.
 */
export async function discardVerified(
  { storage }: { storage: ObjectStorage },
  { objectKey, versionId }: VerifiedFile,
): Promise<void> {
  if (versionId === null) await storage.removeAll(objectKey);
}

/**
 * Compares the source with itself before and after the copy, because source and copy have different ETags if the store
 * encrypts with its own keys or the upload had several parts, and some stores ignore the condition of a copy.
 */
async function copyUnchanged(
  storage: ObjectStorage,
  objects: { stagedKey: string; staged: StoredObject; objectKey: string },
): Promise<void> {
  const { stagedKey, staged, objectKey } = objects;
  const { etag, contentType } = staged;
  const copied = { etag, contentType: contentTypeOf(contentType) };
  const outcome = await storage.copyIfUnchanged(stagedKey, objectKey, copied);
  if (outcome === "copied") {
    const [source, copy] = await Promise.all([storage.head(stagedKey), storage.head(objectKey)]);
    if (source?.etag === staged.etag && copy?.sizeBytes === staged.sizeBytes) return;
    await storage.removeAll(objectKey);
  }
  throw new DomainError(
    "file-changed",
    "The file was replaced during the check. Report again when no upload is running.",
  );
}

const describe = ({ sizeBytes, contentType }: StoredObject) => ({
  sizeBytes,
  contentType: contentTypeOf(contentType),
});
