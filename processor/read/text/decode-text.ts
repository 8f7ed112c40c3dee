import type { TextEncoding } from "@/lib/processing/rules/formats/sniffed";

/** Decodes text and removes its byte order mark; invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes);
}
