import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Processor } from "@/lib/processing/ports";
import { bundledProcessor } from "@/testing/bundled-processor";
import type { ProgramEnd } from "./call-program";
import { createIsolatedProcessor, failureOfEnd } from "./isolated-processor";
import { makePdf } from "./testing/make-pdf.fixture";
import { linesOf, pagesOf, readBytes, retryWithoutCpu } from "./testing/read-bytes.fixture";

let processor: Processor;

beforeAll(async () => {
  const program = await bundledProcessor();
  processor = createIsolatedProcessor({ program, version: "stagedoor/test", atOnceMax: 1 });
});
afterAll(() => processor.close());

describe("a PDF", () => {
  test("returns words with their positions on the page as displayed", async () => {
    const pdf = await makePdf((page) =>
      page.fontSize(12).text("Rechnung Nr. 4711", 59.528, 84.189),
    );

    const read = pagesOf(await readBytes(processor, pdf));

    expect(read).toMatchObject({ format: "pdf", pageCount: 1, nextPage: null, findings: [] });
    const [page] = read.pages;
    expect(page?.size).toEqual({ width: 595.28, height: 841.89 });
    const [first] = page?.lines[0]?.[0] ?? [];
    expect(first?.text).toBe("Rechnung");
    expect(first?.bbox?.[0]).toBeCloseTo(0.1, 2);
    expect(first?.bbox?.[1]).toBeCloseTo(0.1, 2);
  });

  test("is read in batches of at most 100 pages, each of which states where the next batch starts", async () => {
    const pdf = await makePdf((document) => {
      document.text("Page 1");
      for (let number = 2; number <= 130; number += 1) document.addPage().text(`Page ${number}`);
    });

    const lines: string[] = [];
    // On a busy machine, a batch ends after 15 s with fewer pages.
    for (let firstPage: number | null = 1; firstPage !== null; ) {
      const batch = pagesOf(await readBytes(processor, pdf, firstPage));
      expect(batch.pageCount).toBe(130);
      expect(batch.pages.length).toBeGreaterThan(0);
      expect(batch.pages.length).toBeLessThanOrEqual(100);
      lines.push(...batch.pages.flatMap(linesOf));
      expect(batch.nextPage).toBe(lines.length < 130 ? lines.length + 1 : null);
      firstPage = batch.nextPage;
    }

    expect(lines).toEqual(Array.from({ length: 130 }, (_, index) => `Page ${index + 1}`));
  });

  test("without any text is reported as a scan", async () => {
    const scan = await makePdf((document) => document.rect(0, 0, 100, 100).fill("black"));
    expect(await readBytes(processor, scan)).toMatchObject({
      code: "no-text",
      parameters: { pages: 1 },
    });
  });
});

describe("text", () => {
  test("keeps its lines and columns", async () => {
    const read = pagesOf(await readBytes(processor, "Miete\t1.200,00 EUR\r\n\r\nGrüße"));
    expect(linesOf(read.pages[0])).toEqual(["Miete | 1.200,00 EUR", "Grüße"]);
  });
});

describe.runIf(process.platform === "linux")("reading on a machine that is too busy", () => {
  test("fails without a result for the document, and a later attempt may succeed", async () => {
    const busy = createIsolatedProcessor({
      program: await bundledProcessor(),
      version: "stagedoor/test",
      atOnceMax: 1,
      callSecondsMax: 1,
    });
    const bytes = Buffer.from("Miete 1.200,00 EUR");
    let isStopped = false;
    const file = {
      bytes: async () => {
        // A stopped program gets no CPU time, as if the machine had given it the lowest priority.
        if (!isStopped) for (const pid of readersOf(process.pid)) process.kill(pid, "SIGSTOP");
        isStopped = true;
        return (async function* () {
          yield bytes;
        })();
      },
      sizeBytes: bytes.length,
      firstPage: 1,
    };
    await expect(busy.read(file)).rejects.toThrow(/hardly any CPU/);
    // The machine itself may be too busy for the next attempts.
    const later = await retryWithoutCpu(() => busy.read(file), 20);
    expect(later).toMatchObject({ kind: "pages", format: "text" });
    await busy.close();
  });
});

/** Returns the reading programs that a process has started. */
function readersOf(parent: number): number[] {
  return readFileSync(`/proc/${parent}/task/${parent}/children`, "latin1")
    .trim()
    .split(" ")
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "latin1").endsWith("read\0"));
}

describe("the bytes of a file", () => {
  test("cause an error if they do not arrive, and the next document is read", async () => {
    const broken = processor.read({
      bytes: () => Promise.reject(new Error("The store is away.")),
      sizeBytes: 10,
      firstPage: 1,
    });
    await expect(broken).rejects.toThrow("The bytes of the file did not arrive.");
    expect(pagesOf(await readBytes(processor, "Hello")).pageCount).toBe(1);
  });

  test("cause an error if there are more or fewer than stated", async () => {
    const short = async function* () {
      yield Buffer.from("Hello");
    };
    const broken = processor.read({ bytes: async () => short(), sizeBytes: 10, firstPage: 1 });
    await expect(broken).rejects.toThrow("The bytes of the file did not arrive.");
  });

  test.each([
    [0, "file-empty"],
    [200 * 1024 * 1024 + 1, "too-large-to-read"],
  ])("are not requested if there are %i of them", async (sizeBytes, code) => {
    const bytes = () => Promise.reject(new Error("Nobody should ask."));
    expect(await processor.read({ bytes, sizeBytes, firstPage: 1 })).toMatchObject({ code });
  });
});

const exit = (
  signal: string | null,
  code: number | null,
  { cpuSeconds = 1, peakMegabytes = 40 } = {},
) => ({ kind: "exit", signal, code, peakMegabytes, cpuSeconds }) as const;
const late = (cpuSeconds: number | null): ProgramEnd => ({
  kind: "excess",
  excess: { of: "time", seconds: 50 },
  peakMegabytes: 40,
  cpuSeconds,
});

describe("the end of the reading program", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"])(
    "due to %s is an error, because the cause is outside the program",
    (signal) => {
      expect(() => failureOfEnd(exit(signal, null))).toThrow(`terminated by a signal (${signal})`);
    },
  );

  test.each([
    [exit("SIGABRT", null), "too-large-to-read"],
    [exit(null, 134), "too-large-to-read"],
    [exit("SIGKILL", null, { peakMegabytes: 900 }), "too-large-to-read"],
    [exit("SIGKILL", null, { cpuSeconds: 175 }), "limit-exceeded"],
    [exit("SIGXCPU", null, { cpuSeconds: 180 }), "limit-exceeded"],
    [exit("SIGSEGV", null), "processing-failed"],
    [exit(null, 1), "processing-failed"],
  ])("described by %o is a result for the file", (end, code) => {
    expect(failureOfEnd(end)).toMatchObject({ kind: "failure", code });
  });

  test("after a timeout with hardly any CPU time is an error, because the machine is too busy", () => {
    expect(() => failureOfEnd(late(2))).toThrow("got hardly any CPU time");
  });

  test.each([45, null])(
    "after a timeout with %s seconds of CPU time is a result for the file",
    (cpuSeconds) => {
      expect(failureOfEnd(late(cpuSeconds))).toMatchObject({
        code: "limit-exceeded",
        parameters: { seconds: 50 },
      });
    },
  );
});
