/** The longest content type that is kept; RFC 6838 allows 127 characters on each side of the slash. */
export const CONTENT_TYPE_CHARACTERS_MAX = 255;

const UNKNOWN = "application/octet-stream";

/**
 * The content type that a document is recorded and stored with: the uploader's claim, unverified, when it is at most 255
 * printable ASCII characters. Otherwise `application/octet-stream`: no file is rejected because of its label.
 */
export function contentTypeOf(claimed: string | null): string {
  const trimmed = (claimed ?? "").trim();
  const isKept = /^[\x20-\x7e]+$/.test(trimmed) && trimmed.length <= CONTENT_TYPE_CHARACTERS_MAX;
  return isKept ? trimmed : UNKNOWN;
}
