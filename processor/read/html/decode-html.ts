import type { TextEncoding } from "@/lib/processing/rules/formats/sniffed";

const HEAD_BYTES = 4_096;

/**
 * Decodes a web page. Its declared encoding is used only if the page is not valid UTF-8, because text in another encoding
 * is hardly ever valid UTF-8 by chance.
 */
export function decodeHtml(bytes: Uint8Array, encoding: TextEncoding): string {
  if (encoding !== "windows-1252") return new TextDecoder(encoding).decode(bytes);
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES));
  const label = /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(head)?.[1];
  return decoderFor(label).decode(bytes);
}

function decoderFor(label: string | undefined): TextDecoder {
  try {
    const decoder = new TextDecoder(label ?? "windows-1252");
    // The declaration was found by reading the page byte by byte, so a page that declares UTF-16 is not in fact encoded
    // in it. The page is not valid UTF-8 either.
    return /^utf/.test(decoder.encoding) ? new TextDecoder("windows-1252") : decoder;
  } catch {
    return new TextDecoder("windows-1252");
  }
}
