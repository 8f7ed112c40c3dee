import type { Readable } from "node:stream";
import type { RequestHeader } from "@/lib/processing/rules/program-protocol";

/** One request to the program: a header that says what to do, and the bytes. */
export interface Request {
  readonly header: RequestHeader;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const LENGTH_BYTES = 4;
const HEADER_BYTES_MAX = 64 * 1024;

/**
 * Reads the incoming requests: a four-byte length, a JSON header of that length, then as many bytes as the header says.
 * Ends when the program's parent closes the pipe or exits.
 * @throws Error for any other input, because only our own adapter writes to this pipe
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

/** Returns a function that reads exactly this many bytes into a new array; null if the input ends first. */
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
