import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { prepareDatabase } from "@/lib/adapters/postgres/core/prepare-database.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { arrangeProcessing, PROCESS } from "../testing/processing-by-engine.fixture";

const openDatabase = prepareDatabase(createThrowawayDatabase);
const arrange = async (options?: Parameters<typeof arrangeProcessing>[1]) =>
  arrangeProcessing(await openDatabase(), options);

const TEXT = "invoice one\ntwo\nthree";

describe("a run", () => {
  test("reads in batches, classifies the document and sends it to review", async () => {
    const { engine, upload, settle, find, moves } = await arrange();
    const uuid = await upload(TEXT);
    await settle();

    expect(await moves(uuid)).toEqual([
      "null→1 api-key",
      "1→2 api-key",
      "2→3 processor",
      "3→4 processor",
    ]);
    expect(await find(uuid)).toMatchObject({
      status: 4,
      failure: null,
      processingRun: 1,
      file: { sha256: createHash("sha256").update(TEXT).digest("hex") },
      classification: {
        documentClass: "invoice",
        pages: 3,
        processor: "in-memory/1",
        findings: [],
        fields: [{ name: "words", value: "invoice one two three", method: "label" }],
        decision: { status: 4, reasons: ["automatic-approval-off"] },
      },
    });
    expect(await engine.runs(PROCESS)).toMatchObject([
      {
        status: "completed",
        steps: [
          { name: "take", data: true },
          { name: "read-1", data: { isOver: false, pages: 2, nextPage: 3, isHashed: true } },
          { name: "read-2", data: { isOver: false, pages: 1, nextPage: null, isHashed: true } },
          { name: "settle", data: "settled" },
        ],
      },
    ]);
  });

  test("is started once, however often its start is requested", async () => {
    const { engine, ports, upload, settle, processor } = await arrange();
    const uuid = await upload(TEXT);
    const run = { documentUuid: uuid, n: 1 };
    await ports.processingStarts.start([run, run]);
    await settle();
    await ports.processingStarts.start([run]);
    await engine.settle();
    expect(await engine.runs(PROCESS)).toHaveLength(1);
    expect(processor.calls).toEqual({ read: 2, judge: 1 });
  });

  test("stores its prediction before anyone sees the document", async () => {
    const database = await openDatabase();
    const { upload, settle, report, find } = await arrangeProcessing(database);
    const uuid = await upload(TEXT);
    await settle();
    await report(uuid, 5);
    expect(await database.prisma.prediction.findMany()).toMatchObject([
      {
        documentUuid: uuid,
        run: 1,
        documentClass: "invoice",
        processor: "in-memory/1",
        result: { ...(await find(uuid))?.classification },
      },
    ]);
  });

  test("after reprocessing has a new number, and its text replaces the previous text", async () => {
    const database = await openDatabase();
    const { upload, settle, report, moves, find } = await arrangeProcessing(database);
    const uuid = await upload(TEXT);
    await settle();
    await report(uuid, 3);
    await settle();
    expect((await moves(uuid))?.slice(-2)).toEqual(["4→3 api-key", "3→4 processor"]);
    expect(await find(uuid)).toMatchObject({ status: 4, processingRun: 2 });
    const texts = await database.prisma.documentText.findMany({ orderBy: { page: "asc" } });
    expect(texts.map(({ run, page }) => [run, page])).toEqual([
      ...[2, 2, 2].map((run, index) => [run, index + 1]),
    ]);
  });
});

describe("the operator", () => {
  test("sees the duration of each batch and each outcome, but no words from the document", async () => {
    const { engine, upload, settle, processor, processed } = await arrange();
    const uuid = await upload(TEXT);
    await settle();
    processor.failReading("processing-failed");
    await upload("four");
    await settle();
    expect(processed.map(({ kind }) => kind)).toEqual([
      "read",
      "read",
      "settled",
      "read",
      "settled",
    ]);
    expect(processed).toMatchObject([
      { seconds: 0 },
      { seconds: 0 },
      { outcome: "settled" },
      {},
      { outcome: "processing-failed" },
    ]);
    const shown = engine.log.lines().filter(({ level }) => Number(level) >= 30);
    expect(shown).toMatchObject([
      { level: 30, documentUuid: uuid, n: 1, outcome: "settled", msg: "document processed" },
      { level: 40, outcome: "processing-failed", msg: "document could not be processed" },
    ]);
  });
});

describe("many documents", () => {
  test("are read concurrently up to the limit, and the remaining documents afterwards", async () => {
    const { upload, settle, find, processor } = await arrange({ concurrency: 2 });
    let running = 0;
    let most = 0;
    let letGo = () => undefined as unknown;
    const areTwo = new Promise((resolve) => {
      letGo = () => resolve(null);
    });
    processor.doBefore(async (call) => {
      if (call === "judge") return;
      running += 1;
      most = Math.max(most, running);
      if (running === 2) letGo();
      await areTwo;
      running -= 1;
    });
    const uuids = [await upload("a"), await upload("b"), await upload("c"), await upload("d")];
    await settle();
    expect(most).toBe(2);
    for (const uuid of uuids) expect(await find(uuid)).toMatchObject({ status: 4 });
  });
});

describe("a file that cannot be read", () => {
  const codes = [
    "format-not-read",
    "no-text",
    "encrypted",
    "corrupt",
    "file-empty",
    "too-large-to-read",
    "limit-exceeded",
    "processing-failed",
  ] as const;

  test("is sent to a reviewer with the reason as a code and in words, and with its SHA-256", async () => {
    const { upload, settle, find, processor, moves } = await arrange();
    for (const code of codes) {
      processor.failReading(code);
      const uuid = await upload("content");
      await settle();
      expect(await find(uuid)).toMatchObject({
        status: 4,
        classification: null,
        failure: { code, message: expect.stringMatching(/^[A-Z].*\.$/) },
        file: { sha256: createHash("sha256").update("content").digest("hex") },
      });
      expect((await moves(uuid))?.at(-1)).toBe("3→4 processor");
    }
  });
});

describe("errors of the application itself", () => {
  test("are retried until the document has been read", async () => {
    const { upload, settle, find, processor, passSeconds } = await arrange();
    processor.setAvailable(false);
    const uuid = await upload(TEXT);
    await settle();
    expect(await find(uuid)).toMatchObject({ status: 3 });
    processor.setAvailable(true);
    await passSeconds(60);
    expect(await find(uuid)).toMatchObject({ status: 4, failure: null });
  });

  test("in classification fail the document after the third attempt", async () => {
    const { upload, settle, find, processor, passSeconds } = await arrange();
    processor.doBefore(async (call) => {
      if (call === "judge") throw new Error("It cannot be judged.");
    });
    const uuid = await upload(TEXT);
    await settle();
    await passSeconds(300);
    expect(await find(uuid)).toMatchObject({
      status: 4,
      classification: null,
      failure: { code: "processing-failed" },
    });
    expect(processor.calls.judge).toBe(3);
  });

  test("that never end are detected by the watchdog, which sends the document to a reviewer", async () => {
    const { engine, upload, settle, find, moves, processor, passSeconds } = await arrange();
    processor.setAvailable(false);
    const uuid = await upload(TEXT);
    await settle();
    await passSeconds(4 * 3600);
    expect(await find(uuid)).toMatchObject({
      status: 4,
      processingRun: 3,
      failure: { code: "processing-failed" },
    });
    expect((await moves(uuid))?.slice(-2)).toEqual(["2→3 processor", "3→4 watchdog"]);
    expect((await engine.runs(PROCESS)).map(({ status }) => status)).toEqual([
      "failed",
      "failed",
      "failed",
    ]);
  });
});

describe("a document that is deleted while it is processed", () => {
  test.each(["read", "judge"] as const)("during %s is left alone", async (during) => {
    const { engine, upload, settle, find, report, processor } = await arrange();
    const uuid = await upload(TEXT);
    processor.doBefore(async (call) => {
      if (call === during) await report(uuid, 8);
    });
    await settle();
    expect(await find(uuid)).toMatchObject({ status: 8, classification: null });
    expect(await engine.runs(PROCESS)).toMatchObject([{ status: "completed" }]);
  });
});

describe("what the engine stores", () => {
  const MARKER = "zweckentfremdungsverbot";

  test("never contains a word from the document: not in events, steps, errors or the log", async () => {
    const { engine, upload, settle, processor, find, passSeconds } = await arrange();
    const uuid = await upload(`${MARKER} one\n${MARKER} two\n${MARKER} three`);
    let faults = 0;
    processor.doBefore(async () => {
      faults += 1;
      if (faults % 2 === 1) throw new SyntaxError(`"${MARKER}" is no JSON`);
    });
    await settle();
    await passSeconds(600);
    expect(JSON.stringify(await find(uuid))).toContain(MARKER);
    const runs = await engine.runs(PROCESS);
    expect(runs[0]?.failedAttempts.length).toBeGreaterThan(1);
    expect(JSON.stringify([runs, engine.log.lines()])).not.toContain(MARKER);
    const stored = await engine.everything();
    expect(stored).toContain(uuid);
    expect(stored).not.toContain(MARKER);
  });
});
