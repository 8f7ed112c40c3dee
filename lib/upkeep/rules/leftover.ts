import { documentOfKey, STAGED_PREFIX } from "@/lib/documents/rules/object-key";
import { STATUS, type Status } from "@/lib/documents/rules/status";

/** The data of a document that is needed to decide about one of its objects. */
export interface ObjectOwner {
  readonly status: Status;
  readonly uploadExpiresAt: Date;
  /** The key of the reported bytes; null if nothing has been reported. */
  readonly objectKey: string | null;
  /** The version of that object; null for a copy, because every version of a copy belongs to the document. */
  readonly versionId: string | null;
  /**
   * The time at which the bytes were marked as erased; null if they are kept. An object that exists although it is marked
   * was missed by the erasure.
   */
  readonly erasedAt: Date | null;
}

/** A version in the store, as listed. */
interface SweptObject {
  readonly key: string;
  readonly versionId: string | null;
  readonly lastModified: Date;
}

/** The data that is needed to decide, besides the object and its document. */
export interface LeftoverRules {
  readonly now: Date;
  readonly uploadGraceSeconds: number;
  readonly uploadUrlExpiresInSeconds: number;
}

/**
 * Decides whether a version in the store is no longer needed (decisions 0019 and 0041). While a document is waiting for
 * its upload, all its objects stay, so that a concurrent verification never loses its bytes. No status leads back to
 * waiting, so the decision stays valid.
 * @param owner null if the document does not exist
 */
export function isLeftover(
  object: SweptObject,
  owner: ObjectOwner | null,
  rules: LeftoverRules,
): boolean {
  if (documentOfKey(object.key) === null) return false;
  const isPast = (time: Date, seconds: number) =>
    time.getTime() + seconds * 1000 <= rules.now.getTime();
  const isStaged = object.key.startsWith(STAGED_PREFIX);
  const { uploadGraceSeconds, uploadUrlExpiresInSeconds } = rules;
  if (owner === null) {
    return isStaged && isPast(object.lastModified, uploadUrlExpiresInSeconds + uploadGraceSeconds);
  }
  if (owner.status === STATUS.waitingForUpload) return false;
  if (owner.erasedAt === null && isOwn(object, owner)) return false;
  return isPast(isStaged ? owner.uploadExpiresAt : object.lastModified, uploadGraceSeconds);
}

/** A version without an id in the listing may be the one that the document uses. */
function isOwn(object: SweptObject, { objectKey, versionId }: ObjectOwner): boolean {
  const isEveryVersion = versionId === null || object.versionId === null;
  return object.key === objectKey && (isEveryVersion || object.versionId === versionId);
}
