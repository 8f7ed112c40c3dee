import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Processor } from "@/lib/processing/ports";
import { LIMITS } from "@/lib/processing/rules/limits";
import type { ReadOutcome } from "@/lib/processing/rules/reading/reading";
import { bundledProcessor } from "@/testing/bundled-processor";
import { createIsolatedProcessor } from "./isolated-processor";
import { HOSTILE_TEXTS } from "./testing/hostile-mails.fixture";
import { HOSTILE_PDFS, type HostileFile } from "./testing/hostile-pdfs.fixture";
import { HOSTILE_OFFICE_FILES } from "./testing/hostile-texts.fixture";
import { linesOf, pagesOf, readBytes, retryWithoutCpu } from "./testing/read-bytes.fixture";

let processor: Processor;

beforeAll(async () => {
  const program = await bundledProcessor();
  processor = createIsolatedProcessor({
    program,
    version: "stagedoor/test",
    atOnceMax: 1,
    // Reading a valid file takes less CPU time than this. A hostile file could otherwise use thirty seconds.
    cpuSecondsOfPageMax: 8,
  });
});
afterAll(() => processor.close());

/** Each attempt must end within the limit. */
async function readInTime(bytes: Uint8Array): Promise<ReadOutcome> {
  const startMs = performance.now();
  const outcome = await readBytes(processor, bytes);
  const seconds = (performance.now() - startMs) / 1000;
  expect(seconds).toBeLessThan(LIMITS.callSecondsMax + 10);
  return outcome;
}

const named = (files: readonly HostileFile[]) => files.map((file) => [file.name, file] as const);

describe.each([
  ["PDF", HOSTILE_PDFS],
  ["Office", HOSTILE_OFFICE_FILES],
  ["mail, HTML and text", HOSTILE_TEXTS],
])("hostile files: %s", (_, files) => {
  test.each(named(files))(
    "%s: the reading ends within the limits, and the next file is read",
    async (_name, file) => {
      const bytes = file.make();
      const outcome = await retryWithoutCpu(() => readInTime(bytes), 5);
      expect(file.ends).toContain(outcome.kind === "failure" ? outcome.code : outcome.kind);
      expect(outcome.findings.map(({ code }) => code)).toEqual(
        expect.arrayContaining([...(file.findings ?? [])]),
      );
      expect(linesOf(pagesOf(await readBytes(processor, "Hello")).pages[0])).toEqual(["Hello"]);
    },
  );
});
