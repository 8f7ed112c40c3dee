import type { Readable } from "node:stream";
import type { RequestHeader } from "@/lib/processing/rules/program-protocol";

/** One request to the program: what to do, and the bytes to do it with. */
export interface Request {
  readonly header: RequestHeader;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const LENGTH_BYTES = 4;
const HEADER_BYTES_MAX = 64 * 1024;

/**
 * The requests that come in: a length of four bytes, a header in JSON of that length, then as many bytes as the header says.
 * It ends when whoever started the program closes the pipe or ends.
 * @throws Error for anything else, since only our own adapter speaks here
 */
export async function* readRequests(input: Readable): AsyncGenerator<Request> {
  const take = takeFrom(input);
  for (;;) {
    const length = await take(LENGTH_BYTES);
    if (length === null) return;
    const headerBytes = new DataView(length.buffer).getUint32(0);
    if (headerBytes > HEADER_BYTES_MAX) throw new Error("The header of a request is too long.");
    const text = await take(headerBytes);
    if (text === null) return;
    const header: RequestHeader = JSON.parse(new TextDecoder().decode(text));
    const bytes = await take(header.sizeBytes);
    if (bytes === null) return;
    yield { header, bytes };
  }
}

/** Takes exactly so many bytes, in memory of their own; null: the input ended before. */
function takeFrom(input: Readable) {
  const chunks: AsyncIterator<Buffer> = input[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return async (count: number): Promise<Uint8Array<ArrayBuffer> | null> => {
    const taken = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      if (rest.length === 0) {
        const { done, value } = await chunks.next();
        if (done) return null;
        rest = value;
      }
      const part = rest.subarray(0, count - filled);
      taken.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
    }
    return taken;
  };
}
