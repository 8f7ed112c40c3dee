import { DomainError } from "@/lib/kernel/rules/errors";

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
