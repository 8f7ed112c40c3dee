import { describe, expect, test } from "vitest";
import { prepareDatabase } from "@/lib/adapters/postgres/core/prepare-database.fixture";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { reportStatus } from "@/lib/processing/use-cases/report-status";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { arrangeProcessing, HASH, PROCESS } from "./testing/processing-by-engine.fixture";

const openDatabase = prepareDatabase(createThrowawayDatabase);
const arrange = async (options?: Parameters<typeof arrangeProcessing>[1]) =>
  arrangeProcessing(await openDatabase(), options);

const HOUR_SECONDS = 3600;
const actor = anApiKeyActor();
type Arranged = Awaited<ReturnType<typeof arrange>>;

const take = ({ ports }: Arranged, uuid: string, run?: number) =>
  reportStatus(ports, { actor, uuid, status: 3, run });

describe("a lost event", () => {
  test("is sent within a minute if its process died", async () => {
    const { engine, upload, find, passSeconds } = await arrange();
    const uuid = await upload("a");
    expect(await engine.runs(PROCESS)).toEqual([]);
    await passSeconds(60);
    expect(await find(uuid)).toMatchObject({ status: 4 });
  });

  test("is sent again if the engine lost it", async () => {
    const { ports, upload, find, passSeconds } = await arrange();
    const uuid = await upload("a");
    const times = {
      at: ports.clock.now(),
      leaseUntil: new Date(Date.now() + 10 * HOUR_SECONDS * 1000),
    };
    await ports.processingRuns.markRequested([{ documentUuid: uuid, n: 1 }], times);
    await passSeconds(59);
    expect(await find(uuid)).toMatchObject({ status: 2 });
    await passSeconds(121);
    expect(await find(uuid)).toMatchObject({ status: 4 });
  });
});

describe("an external processor that stops responding", () => {
  test("loses the document to the next processor, and after three losses the document goes to a reviewer", async () => {
    const arranged = await arrange({ choice: "external" });
    const { upload, find, moves, passSeconds, sleepSeconds } = arranged;
    const uuid = await upload("a");
    await passSeconds(60);
    expect(await find(uuid)).toMatchObject({ status: 2, processingRun: null });
    for (const run of [1, 2, 3]) {
      expect((await take(arranged, uuid)).lease?.run).toBe(run);
      await sleepSeconds(HOUR_SECONDS + 61);
    }
    expect(await find(uuid)).toMatchObject({
      status: 4,
      failure: { code: "processing-failed" },
    });
    expect((await moves(uuid))?.slice(2)).toEqual(["2→3 api-key", "3→4 watchdog"]);
    const sum = (what: "restarted" | "failed") =>
      arranged.looks.reduce((total, look) => total + look[what], 0);
    expect([sum("restarted"), sum("failed")]).toEqual([2, 1]);
    expect(arranged.engine.log.lines()).toMatchObject(
      [{ restarted: 1 }, { restarted: 1 }, { failed: 1 }].map((counts) => ({
        level: 40,
        msg: "processing runs were abandoned",
        ...counts,
      })),
    );
  });

  test("keeps the document as long as it renews its lease", async () => {
    const arranged = await arrange({ choice: "external" });
    const uuid = await arranged.upload("a");
    await take(arranged, uuid);
    for (let hours = 0; hours < 3; hours += 1) {
      await arranged.sleepSeconds(HOUR_SECONDS - 60);
      await take(arranged, uuid, 1);
    }
    expect(await arranged.find(uuid)).toMatchObject({ status: 3, processingRun: 1 });
  });

  test("loses a document that it never takes for reprocessing, and the document goes to a reviewer", async () => {
    const arranged = await arrange({ choice: "external" });
    const { upload, find, moves, report, passSeconds, sleepSeconds } = arranged;
    const uuid = await upload("a");
    await take(arranged, uuid);
    await reportStatus(arranged.ports, {
      actor,
      uuid,
      status: 4,
      failure: { code: "encrypted", message: "It is protected." },
    });
    await report(uuid, 3);
    await sleepSeconds(HOUR_SECONDS - 120);
    expect(await find(uuid)).toMatchObject({ status: 3, failure: null });
    await passSeconds(240);
    expect(await find(uuid)).toMatchObject({ status: 4, failure: { code: "processing-failed" } });
    expect((await moves(uuid))?.at(-1)).toBe("3→4 watchdog");
  });
});

describe("changing PROCESSOR", () => {
  test("to the built-in processor makes it read documents that an external processor abandoned", async () => {
    const arranged = await arrange({ choice: "external" });
    const { ports, upload, find, sleepSeconds } = arranged;
    const uuid = await upload("a");
    await take(arranged, uuid);
    ports.processing.setChoice("builtin");
    await sleepSeconds(HOUR_SECONDS + 120);
    expect(await find(uuid)).toMatchObject({ status: 4, classification: { documentClass: "a" } });
  });

  test("to external leaves documents at status 2; once it is changed back, they form the backlog", async () => {
    const arranged = await arrange();
    const { ports, upload, find, passSeconds, sleepSeconds } = arranged;
    const uuid = await upload("a");
    ports.processing.setChoice("external");
    await sleepSeconds(2 * HOUR_SECONDS);
    expect(await find(uuid)).toMatchObject({ status: 2 });
    ports.processing.setChoice("builtin");
    await passSeconds(120);
    expect(await find(uuid)).toMatchObject({ status: 2 });
    expect(await ports.backlog.count()).toMatchObject({ documents: 1 });
    await ports.backlog.start(anAuditNote());
    await passSeconds(120);
    expect(await find(uuid)).toMatchObject({ status: 4 });
  });

  test.each(["external", "none"] as const)("to %s ends pending reprocessing", async (choice) => {
    const { ports, upload, settle, find, report, passSeconds } = await arrange();
    const uuid = await upload("a");
    await settle();
    await report(uuid, 3);
    ports.processing.setChoice(choice);
    await passSeconds(HOUR_SECONDS + 180);
    expect(await find(uuid)).toMatchObject({ status: 4, failure: { code: "processing-failed" } });
  });
});

describe("the backlog", () => {
  test("waits for an administrator and is then processed in order, ten documents at a time", async () => {
    const arranged = await arrange();
    const { ports, find, passSeconds, processor } = arranged;
    ports.processing.setChoice("external");
    const uuids = [];
    for (let count = 0; count < 12; count += 1) {
      uuids.push(await arranged.upload(`a${count}`));
      await passSeconds(1);
    }
    ports.processing.setChoice("builtin");
    await passSeconds(120);
    expect(await ports.backlog.count()).toEqual({
      documents: 12,
      waitingRuns: 0,
      isStarted: false,
    });
    await ports.backlog.start(anAuditNote());
    expect(await ports.backlog.proceed(10, ports.clock.now())).toBe(10);
    expect(await ports.backlog.proceed(10, ports.clock.now())).toBe(0);
    expect(await ports.backlog.count()).toEqual({ documents: 2, waitingRuns: 10, isStarted: true });
    await passSeconds(180);
    for (const uuid of uuids) expect(await find(uuid)).toMatchObject({ status: 4 });
    expect(processor.judged.map(({ pages }) => pages[0]?.lines[0]?.[0]?.[0]?.text)).toEqual(
      uuids.map((_, index) => `a${index}`),
    );
    expect(await ports.backlog.count()).toEqual({ documents: 0, waitingRuns: 0, isStarted: false });
  });
});

describe("the SHA-256 of files that the built-in processor does not read", () => {
  test.each(["external", "none"] as const)(
    "is computed within a minute if PROCESSOR=%s",
    async (choice) => {
      const { engine, upload, find, passSeconds } = await arrange({ choice });
      const uuid = await upload("abc");
      await passSeconds(60);
      expect((await find(uuid))?.file?.sha256).toBe(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      );
      expect((await engine.runs(HASH)).at(0)).toMatchObject({ result: { hashed: 1, undone: 0 } });
      await passSeconds(60);
      expect((await engine.runs(HASH)).at(-1)).toMatchObject({ result: { hashed: 0, undone: 0 } });
    },
  );

  test("is computed for newer files even if a hundred files are missing", async () => {
    const { ports, upload, find, passSeconds } = await arrange({ choice: "none" });
    for (let n = 0; n < 101; n += 1) await makeDocumentAt(ports, 2);
    const uuid = await upload("abc");
    await passSeconds(60);
    expect((await find(uuid))?.file?.sha256).not.toBeNull();
  });

  test("is computed for the other files even if one file is missing", async () => {
    const { engine, ports, upload, find, passSeconds } = await arrange({ choice: "none" });
    await makeDocumentAt(ports, 2);
    const uuid = await upload("abc");
    await passSeconds(120);
    expect((await find(uuid))?.file?.sha256).not.toBeNull();
    expect((await engine.runs(HASH)).at(0)).toMatchObject({ result: { hashed: 1, undone: 1 } });
  });
});
