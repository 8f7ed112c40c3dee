import type { TextEncoding } from "@/lib/processing/rules/sniffed";

/** A text without its byte order mark; what is not valid in the encoding becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes);
}
