import process from "node:process";
import type { Readable } from "node:stream";
import type { ProgramLine, RequestHeader } from "@/lib/processing/rules/program-protocol";
import { placeOf } from "../lib/kernel/rules/errors";

/** The bytes 0x80 to 0x9F in Windows-1252, as browsers read them; five of them are unassigned. */
const CHARACTERS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/**
 * Makes `TextDecoder` read Windows-1252, which is also used for ISO 8859-1. Some versions of Node read it as Latin-1
 * (nodejs/node#56542), in which the euro sign and dashes are control characters. Does nothing if Node is correct.
 */
function repairTextDecoder(): void {
  if (new TextDecoder("windows-1252").decode(new Uint8Array([0x80])) === "€") return;
  const { decode } = TextDecoder.prototype;
  TextDecoder.prototype.decode = function decodeRepaired(this: TextDecoder, ...input) {
    const text = decode.apply(this, input);
    if (this.encoding !== "windows-1252") return text;
    return text.replace(
      /[\u0080-\u009f]/g,
      (control) => CHARACTERS[control.charCodeAt(0) - 0x80] ?? control,
    );
  };
}

/** One request to the program: a header that says what to do, and the bytes. */
interface Request {
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
async function* readRequests(input: Readable): AsyncGenerator<Request> {
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

/**
 * Standard output is reserved for responses, and the libraries' warnings quote the file, so nothing is written to the
 * console.
 */
for (const name of ["debug", "error", "info", "log", "warn"] as const) {
  Object.assign(globalThis.console, { [name]: () => undefined });
}

const answer = (line: ProgramLine) => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** A format's library may reject a promise that nobody awaits; only the response to the request matters. */
process.on("unhandledRejection", () => undefined);

async function serve(command: string | undefined): Promise<void> {
  for await (const { header, bytes } of readRequests(process.stdin)) {
    try {
      if (command === "judge") {
        const { judge } = await import("@/lib/processing/rules/judging/judge");
        answer({ judgement: judge(JSON.parse(new TextDecoder().decode(bytes))) });
        continue;
      }
      const { readDocument } = await import("./read/read-document");
      const request = { bytes, firstPage: header.firstPage, textBytesRead: header.textBytesRead };
      answer({ end: await readDocument(request, (page) => answer({ page })) });
    } catch (error) {
      answer({ fault: placeOf(error) });
    }
  }
}

repairTextDecoder();
answer({ isReady: true });
await serve(process.argv[2]);
// Libraries may still be waiting for something, but without its parent, or after a broken request, the program has
// nothing left to do.
process.exit(0);
