import { documentOfKey, STAGED_PREFIX } from "@/lib/documents/rules/object-key";
import { STATUS, type Status } from "@/lib/documents/rules/status";

/** What the decision about one object needs to know of its document. */
export interface ObjectOwner {
  readonly status: Status;
  readonly uploadExpiresAt: Date;
  /** Where the reported bytes are; null while nothing was reported. */
  readonly objectKey: string | null;
  /** Which version of that object; null: all of them, it is a copy. */
  readonly versionId: string | null;
  /** When the bytes were noted as gone, null while they are kept; what is still there then is what such a note was wrong about. */
  readonly erasedAt: Date | null;
}

/** One version in the store, as a listing tells of it. */
interface SweptObject {
  readonly key: string;
  readonly versionId: string | null;
  readonly lastModified: Date;
}

/** What the decision needs to know besides. */
export interface LeftoverRules {
  readonly now: Date;
  readonly uploadGraceSeconds: number;
  readonly uploadUrlExpiresInSeconds: number;
}

/**
 * Decides whether nothing needs a version in the store any more (decisions 0019 and 0041). While a document waits for its upload,
 * all its objects stay, so a verification that runs now never loses what it secures. No status leads back to
 * waiting, so this holds whatever happens after it was decided. null as owner: there is no such document.
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

/** A listing that tells no versions may mean the one that the document names. */
function isOwn(object: SweptObject, { objectKey, versionId }: ObjectOwner): boolean {
  const isEveryVersion = versionId === null || object.versionId === null;
  return object.key === objectKey && (isEveryVersion || object.versionId === versionId);
}
