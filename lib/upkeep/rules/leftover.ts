import { documentOfKey, STAGED_PREFIX } from "@/lib/documents/rules/object-key";
import { STATUS, type Status } from "@/lib/documents/rules/status";

/** What the decision about one object needs to know of its document. */
export interface ObjectOwner {
  readonly status: Status;
  readonly uploadExpiresAt: Date;
  /** Where the reported bytes are; null while nothing was reported. */
  readonly objectKey: string | null;
  /** When the bytes were noted as gone, null while they are kept; what is still there then is what such a note was wrong about. */
  readonly erasedAt: Date | null;
}

/** What the decision needs to know besides. */
export interface LeftoverRules {
  readonly now: Date;
  readonly uploadGraceSeconds: number;
  readonly uploadUrlExpiresInSeconds: number;
}

/**
 * Decides whether nothing needs an object of the store any more (decision 0019). While a document waits for its upload,
 * all its objects stay, so a verification that runs now never loses what it secures. No status leads back to
 * waiting, so this holds whatever happens after it was decided. null as owner: there is no such document.
 */
export function isLeftover(
  object: { readonly key: string; readonly lastModified: Date },
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
  if (isStaged) return isPast(owner.uploadExpiresAt, uploadGraceSeconds);
  const isNeeded = object.key === owner.objectKey && owner.erasedAt === null;
  return !isNeeded && isPast(object.lastModified, uploadGraceSeconds);
}
