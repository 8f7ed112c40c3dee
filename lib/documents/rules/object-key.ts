import { DomainError } from "@/lib/kernel/rules/errors";

/**
 * Returns the key of an upload. Its uploader holds a signed URL and can upload again until the URL expires. In a store
 * that keeps versions, the reported version stays under this key and is the document (decision 0041).
 */
export function stagedObjectKey(uuid: string): string {
  return `staged/${uuid}`;
}

/**
 * Returns the key of reported bytes in a store without versions. No signed URL ever allows writing to it, and each
 * verification copies to its own key, so no report can overwrite or remove the bytes of another report (decision 0007).
 */
export function documentObjectKey(uuid: string, copyId: string): string {
  return `documents/${uuid}/${copyId}`;
}

/** The prefix of uploads, one key per document. */
export const STAGED_PREFIX = "staged/";

/** The prefix of copies: reported bytes and leftovers of interrupted verifications. */
export const DOCUMENTS_PREFIX = "documents/";

const UUID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";
const OWN_KEY = new RegExp(`^(?:staged/(${UUID})|documents/(${UUID})/[^/]+)$`);

/** Returns the uuid of the document that an object belongs to; null for a key that we never generate. */
export function documentOfKey(key: string): string | null {
  const found = OWN_KEY.exec(key);
  return found?.[1] ?? found?.[2] ?? null;
}

/**
 * Returns a key that precedes the keys of all documents created since the given time, because version 7 uuids begin with
 * their creation time.
 */
export function positionAt(prefix: string, createdSince: Date): string {
  const time = Math.max(0, createdSince.getTime()).toString(16).padStart(12, "0");
  return `${prefix}${time.slice(0, 8)}-${time.slice(8, 12)}`;
}

/**
 * Rejects a file by its declared size, before the upload. The message, which is logged, does not name the file.
 * @throws DomainError `file-empty` or `file-too-large`
 */
export function assertDeclaredSize(sizeBytes: number, sizeMaxBytes: number): void {
  if (sizeBytes === 0) {
    throw new DomainError("file-empty", "The file is empty (0 bytes). Choose another file.");
  }
  if (sizeBytes > sizeMaxBytes) {
    throw new DomainError(
      "file-too-large",
      `The file is ${sizeBytes} bytes. The limit is ${sizeMaxBytes}. Choose a smaller file.`,
    );
  }
}

/**
 * Rejects an uploaded object that cannot be a document.
 * @throws DomainError `file-empty` or `file-too-large`, which says what the uploader can do
 */
export function assertAcceptableSize(sizeBytes: number, sizeMaxBytes: number): void {
  if (sizeBytes === 0) {
    throw new DomainError(
      "file-empty",
      "The uploaded file is empty (0 bytes). Upload it again to the same URL, then report again.",
    );
  }
  if (sizeBytes > sizeMaxBytes) {
    throw new DomainError(
      "file-too-large",
      `The uploaded file is ${sizeBytes} bytes. The limit is ${sizeMaxBytes}. Report 6 or upload a smaller file.`,
    );
  }
}
