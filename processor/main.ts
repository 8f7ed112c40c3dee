import process from "node:process";
import type { ProgramLine } from "@/lib/processing/rules/program-protocol";
import { placeOf } from "./place-of";
import { readRequests } from "./read-requests";
import { repairTextDecoder } from "./repair-text-decoder";

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
