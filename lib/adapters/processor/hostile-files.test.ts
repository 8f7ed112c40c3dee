import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundledProcessor } from "@/embedded/throwaway/bundled-processor";
import type { Processor } from "@/lib/processing/ports/processor";
import { LIMITS } from "@/lib/processing/rules/limits";
import { createIsolatedProcessor } from "./isolated-processor";
import { HOSTILE_TEXTS } from "./testing/hostile-mails.fixture";
import { HOSTILE_PDFS, type HostileFile } from "./testing/hostile-pdfs.fixture";
import { HOSTILE_OFFICE_FILES } from "./testing/hostile-texts.fixture";
import { linesOf, pagesOf, readBytes } from "./testing/read-bytes.fixture";

let processor: Processor;

beforeAll(async () => {
  const program = await bundledProcessor();
  processor = createIsolatedProcessor({
    program,
    version: "stagedoor/test",
    atOnceMax: 1,
    // What is worth its time needs less; what is not would take thirty.
    cpuSecondsOfPageMax: 8,
  });
});
afterAll(() => processor.close());

const named = (files: readonly HostileFile[]) => files.map((file) => [file.name, file] as const);

describe.each([
  ["PDF", HOSTILE_PDFS],
  ["Office", HOSTILE_OFFICE_FILES],
  ["mail, HTML and text", HOSTILE_TEXTS],
])("hostile files: %s", (_, files) => {
  test.each(named(files))(
    "%s: ends within the limits, and the next file is read",
    async (_name, file) => {
      const startMs = performance.now();

      const outcome = await readBytes(processor, file.make());

      const seconds = (performance.now() - startMs) / 1000;
      expect(file.ends).toContain(outcome.kind === "failure" ? outcome.code : outcome.kind);
      expect(outcome.findings.map(({ code }) => code)).toEqual(
        expect.arrayContaining([...(file.findings ?? [])]),
      );
      expect(seconds).toBeLessThan(LIMITS.callSecondsMax + 10);
      expect(linesOf(pagesOf(await readBytes(processor, "Hello")).pages[0])).toEqual(["Hello"]);
    },
  );
});
