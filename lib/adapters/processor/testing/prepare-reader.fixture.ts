import { afterAll, beforeAll } from "vitest";
import type { Processor } from "@/lib/processing/ports";
import type { ReadOutcome, ReadPages } from "@/lib/processing/rules/reading/reading";
import { createIsolatedProcessor } from "../isolated-processor";
import { linesOf, pagesOf, readBytes } from "./read-bytes.fixture";

/** The reading program that a test file uses. */
export interface ReaderUnderTest {
  readonly judge: Processor["judge"];
  /** Returns the outcome of reading one batch of a file. */
  outcomeOf(file: Uint8Array | string, firstPage?: number): Promise<ReadOutcome>;
  /** Returns the pages of a file. @throws Error if it cannot be read */
  read(file: Uint8Array | string): Promise<ReadPages>;
  /** Returns the lines of the first page as text. */
  firstLines(file: Uint8Array | string): Promise<string[]>;
}

/**
 * Starts the reading program before the tests of a file and stops it afterwards.
 * @param bundle a function of the embedded parts, passed in because only tests in lib may import them
 */
export function prepareReader(bundle: () => Promise<string>): ReaderUnderTest {
  let processor: Processor | null = null;
  beforeAll(async () => {
    const program = await bundle();
    processor = createIsolatedProcessor({ program, version: "stagedoor/test", atOnceMax: 1 });
  });
  afterAll(() => processor?.close());
  const started = () => {
    if (!processor) throw new Error("the reader is used before the tests begin");
    return processor;
  };
  const outcomeOf: ReaderUnderTest["outcomeOf"] = async (file, firstPage) =>
    await readBytes(started(), file, firstPage);
  const read = async (file: Uint8Array | string) => pagesOf(await outcomeOf(file));
  const firstLines = async (file: Uint8Array | string) => linesOf((await read(file)).pages[0]);
  return { judge: async (input) => await started().judge(input), outcomeOf, read, firstLines };
}
