import { DomainError } from "@/lib/kernel/rules/errors";

/**
 * Refuses a file by the size that is known before its upload; `named` begins the sentence.
 * @throws DomainError `file-empty` or `file-too-large`
 */
export function assertDeclaredSize(named: string, sizeBytes: number, sizeMaxBytes: number): void {
  if (sizeBytes === 0) {
    throw new DomainError("file-empty", `${named} has 0 bytes. Choose a file that has content.`);
  }
  if (sizeBytes > sizeMaxBytes) {
    throw new DomainError(
      "file-too-large",
      `${named} has ${sizeBytes} bytes; at most ${sizeMaxBytes} are accepted. Choose a smaller file.`,
    );
  }
}

/**
 * Decides whether an uploaded object can be a document.
 * @throws DomainError `file-empty` or `file-too-large`, saying what the uploader can do
 */
export function assertAcceptableSize(sizeBytes: number, sizeMaxBytes: number): void {
  if (sizeBytes === 0) {
    throw new DomainError(
      "file-empty",
      "The uploaded file has 0 bytes. Upload it again to the same URL, then report again.",
    );
  }
  if (sizeBytes > sizeMaxBytes) {
    throw new DomainError(
      "file-too-large",
      `The uploaded file has ${sizeBytes} bytes; at most ${sizeMaxBytes} are accepted. Report 6 or upload a smaller file.`,
    );
  }
}
