/**
 * Reads at most this many bytes of a response as UTF-8 text, and then ends the stream, so that no sender can fill the
 * memory. A longer text is cut off.
 */
export async function readStart(
  source: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of source ?? []) {
    text += decoder.decode(chunk.subarray(0, bytesMax - bytes), { stream: true });
    bytes += chunk.length;
    if (bytes >= bytesMax) break;
  }
  return text + decoder.decode();
}
