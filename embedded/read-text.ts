import type { Readable } from "node:stream";

/**
 * Reads a whole stream as text. Rejects with the error from `tooLarge` beyond the limit, and if the stream ends
 * prematurely.
 */
export async function readText(
  source: Readable,
  bytesMax: number,
  tooLarge: () => Error,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
