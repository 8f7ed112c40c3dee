import type { Readable } from "node:stream";
import { LIMITS } from "@/lib/processing/rules/limits";

/** Lines of JSON, taken one by one. */
export interface JsonLines {
  /** The next line; undefined: there is none any more. */
  next(): Promise<unknown>;
  /** Of all lines so far. */
  readonly bytesRead: number;
  /** Why the lines ended before the program did; null: they did not. */
  readonly brokenBy: BrokenBy | null;
}

/** What ends the lines of a program that still runs. */
export type BrokenBy = "not-json" | "too-long";

/**
 * Reads lines of JSON; a line that is none, or longer than a whole answer may be, ends them. Nothing is read ahead of what is taken
 * but what the pipe holds.
 */
export function readLines(stream: Readable): JsonLines {
  const state: State = { bytesRead: 0, brokenBy: null };
  const lines = linesOf(stream, state);
  return {
    async next() {
      const { done, value } = await lines.next();
      return done || state.brokenBy ? undefined : parse(value, state);
    },
    get brokenBy() {
      return state.brokenBy;
    },
    get bytesRead() {
      return state.bytesRead;
    },
  };
}

interface State {
  bytesRead: number;
  brokenBy: BrokenBy | null;
}

function parse(line: string, state: State): unknown {
  try {
    return JSON.parse(line);
  } catch {
    state.brokenBy = "not-json";
    return undefined;
  }
}

async function* linesOf(stream: Readable, state: State): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      state.bytesRead += chunk.length;
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        yield Buffer.concat([...pieces, chunk.subarray(start, end)]).toString("utf8");
        pieces = [];
        length = 0;
        start = end + 1;
      }
      length += chunk.length - start;
      if (length > LIMITS.outputBytesMax) {
        state.brokenBy = "too-long";
        return;
      }
      pieces.push(chunk.subarray(start));
    }
  } catch {
    // The program was killed: its lines are at an end.
  }
}
