import { errorMessage } from "@/lib/kernel/rules/errors";
import type { Processor } from "@/lib/processing/ports";
import type { PageText } from "@/lib/processing/rules/reading/page-text";
import type { ReadOutcome, ReadPages } from "@/lib/processing/rules/reading/reading";

/** Passes bytes to a processor in pieces, as a store sends them. */
export function readBytes(
  processor: Processor,
  file: Uint8Array | string,
  firstPage = 1,
): Promise<ReadOutcome> {
  const bytes = typeof file === "string" ? Buffer.from(file) : Buffer.from(file);
  return processor.read({ bytes: async () => pieces(bytes), sizeBytes: bytes.length, firstPage });
}

const PIECE_BYTES = 64 * 1024;

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
  }
}

/** Returns the pages of an outcome. @throws Error if the outcome is a failure */
export function pagesOf(outcome: ReadOutcome): ReadPages {
  if (outcome.kind === "pages") return outcome;
  throw new Error(`The file was not read: ${JSON.stringify(outcome)}.`);
}

/** Returns the lines of a page as text, with ` | ` between segments. */
export function linesOf(page: PageText | undefined): string[] {
  return (page?.lines ?? []).map((line) =>
    line.map((segment) => segment.map(({ text }) => text).join(" ")).join(" | "),
  );
}

/** Retries as the engine does, because an attempt that gets no CPU time has no result for the file. */
export async function retryWithoutCpu(
  attempt: () => Promise<ReadOutcome>,
  triesLeft: number,
): Promise<ReadOutcome> {
  try {
    return await attempt();
  } catch (error) {
    if (triesLeft <= 1 || !errorMessage(error).includes("hardly any CPU")) throw error;
    return retryWithoutCpu(attempt, triesLeft - 1);
  }
}
