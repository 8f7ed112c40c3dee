import type { Readable } from "node:stream";
import { LIMITS } from "@/lib/processing/rules/limits";

/** A stream of JSON lines that are read one by one. */
export interface JsonLines {
  /** Returns the next line, or undefined if there are no more. */
  next(): Promise<unknown>;
  /** The number of bytes in all lines read so far. */
  readonly bytesRead: number;
  /** The reason why the lines ended although the program had not; null if there is none. */
  readonly brokenBy: BrokenBy | null;
}

/** The reason why the lines ended while the program was still running. */
export type BrokenBy = "not-json" | "too-long";

/**
 * Reads lines of JSON. An invalid line, or a line longer than a whole response may be, ends the lines. No more is read
 * ahead than a pipe holds.
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
    // The stream fails when the program is killed, and then there are no more lines.
  }
}
