/** The longest content type that is kept; RFC 6838 allows 127 characters on each side of the slash. */
export const CONTENT_TYPE_CHARACTERS_MAX = 255;

const UNKNOWN = "application/octet-stream";

/**
 * Returns the content type that a document is recorded and stored with: the uploader's unverified claim if it is at most
 * 255 printable ASCII characters, otherwise `application/octet-stream`. No file is rejected because of its content type.
 */
export function contentTypeOf(claimed: string | null): string {
  const trimmed = (claimed ?? "").trim();
  const isKept = /^[\x20-\x7e]+$/.test(trimmed) && trimmed.length <= CONTENT_TYPE_CHARACTERS_MAX;
  return isKept ? trimmed : UNKNOWN;
}
