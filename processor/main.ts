import process from "node:process";
import { stackPlaces } from "@/lib/kernel/rules/stack-places";
import type { ProgramLine } from "@/lib/processing/rules/program-protocol";
import { readRequests } from "./frame/read-requests";

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
        const { judgeText } = await import("./judge");
        answer({ judgement: judgeText(JSON.parse(new TextDecoder().decode(bytes))) });
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

/** Returns the kind of an error and its place in the code, without the message, because that may quote the file. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const [place] = stackPlaces(error);
  return place === undefined ? error.name : `${error.name} ${place.trim()}`;
}

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
