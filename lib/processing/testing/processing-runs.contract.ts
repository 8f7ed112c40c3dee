import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { describeDocumentTexts } from "./document-texts.contract";
import {
  AT,
  arrangeRun,
  begin,
  CLASSIFICATION,
  LATER,
  type OpenRuns,
} from "./processing-runs.fixture";
import { describeLooks } from "./processing-runs-looks.contract";

/** Registers the tests that every implementation of `ProcessingRuns` must pass. */
export function describeProcessingRunsContract(name: string, open: OpenRuns): void {
  describe(name, () => {
    describeMoves(open);
    describeTaking(open);
    describeRenewing(open);
    describeSettling(open);
    describeLooks(open);
    describeDocumentTexts(open);
    describeQueue(open);
  });
}

function describeQueue(open: OpenRuns) {
  describe("the queue", () => {
    test("counts the waiting runs, those of an asset, and those before the last one of the asset", async () => {
      const ports = await arrangeRun(open);
      await ports.take();
      const waits = async (identifier: string, seconds: number) => {
        const { uuid } = await makeDocumentAt(ports, 1, identifier);
        const at = new Date(AT.getTime() + seconds * 1000);
        await begin(ports, uuid, { from: 1, begins: { takenBy: null, leaseUntil: null }, at });
      };
      await waits("BLD 2", 1);
      await waits("BLD 1", 2);
      await waits("BLD 2", 3);
      await waits("BLD 1", 4);
      const { processingStatistics: statistics } = ports;
      const inAll = { totalCount: 4, oldestWaitingAt: new Date(AT.getTime() + 1000) };

      expect(await statistics.readQueue(null, AT)).toEqual({
        ...inAll,
        waitingCount: 4,
        untilLastCount: 4,
        recentStartsAt: [AT],
      });
      expect(await statistics.readQueue("BLD 2", LATER)).toEqual({
        ...inAll,
        waitingCount: 2,
        untilLastCount: 3,
        recentStartsAt: [],
      });
      expect(await statistics.readQueue("BLD-0001", AT)).toMatchObject({
        waitingCount: 0,
        untilLastCount: 0,
      });
    });

    test("leaves out runs that another system took", async () => {
      const { take, processingStatistics } = await arrangeRun(open);
      await take(1, "api-key:1");
      expect(await processingStatistics.readQueue(null, AT)).toEqual({
        totalCount: 0,
        waitingCount: 0,
        untilLastCount: 0,
        oldestWaitingAt: null,
        recentStartsAt: [],
      });
    });
  });
}

function describeMoves(open: OpenRuns) {
  describe("moves", () => {
    test("a move that begins a run updates the run number in the document", async () => {
      const { find, processingRuns, run } = await arrangeRun(open);
      expect((await find())?.processingRun).toBe(1);
      expect(await processingRuns.find(run)).toEqual({
        ...run,
        attempt: 1,
        state: "waiting",
        leaseUntil: null,
        takenBy: null,
      });
    });

    test("a move that does not begin a run leaves the document without a run", async () => {
      const { move, find, ...ports } = await arrangeRun(open);
      const other = await makeDocumentAt(ports, 2);
      expect(other.processingRun).toBeNull();
      expect(await ports.processingRuns.find({ documentUuid: other.uuid, n: 1 })).toBeNull();
    });

    test("processing again begins the next run", async () => {
      const ports = await arrangeRun(open);
      await ports.take();
      await ports.settle();
      await begin(ports, ports.uuid, { from: 4, begins: { takenBy: null, leaseUntil: LATER } });
      expect((await ports.find())?.processingRun).toBe(2);
      expect([await ports.state(1), await ports.state(2)]).toEqual(["ended", "waiting"]);
    });

    test.each([
      [2, 5],
      [2, 8],
      [3, 4],
      [3, 5],
      [3, 8],
    ] as const)("the move %i→%i ends the run, whether it was taken or not", async (from, to) => {
      const { move, take, state } = await arrangeRun(open, from);
      if (to !== 4 && from === 3) await take();
      expect(await move(from, to)).toMatchObject({ status: to, processingRun: 1 });
      expect(await state()).toBe("ended");
      expect(await take()).toBeNull();
    });

    test("a move that takes a document begins a new run and ends the waiting one", async () => {
      const ports = await arrangeRun(open);
      const begins = { takenBy: "api-key:7", leaseUntil: LATER };
      await begin(ports, ports.uuid, { from: 2, begins });
      expect([await ports.state(1), await ports.state(2)]).toEqual(["ended", "taken"]);
    });
  });
}

function describeTaking(open: OpenRuns) {
  describe("taking", () => {
    test("a document at status 2 moves it to 3 and records the reason, without a notification", async () => {
      const { take, find, moves, run, uuid, documents } = await arrangeRun(open);
      expect(await take()).toEqual({
        ...run,
        attempt: 1,
        state: "taken",
        leaseUntil: LATER,
        takenBy: "processor",
      });
      expect(await find()).toMatchObject({ status: 3, processingRun: 1, updatedAt: AT });
      expect(await moves()).toEqual(["null→1", "1→2", "2→3"]);
      const history = await documents.listStatusChanges(uuid, { after: null, limit: 9 });
      expect(history?.at(-1)).toMatchObject({
        actor: "processor",
        reason: "processing-started",
        notified: false,
        at: AT,
      });
    });

    test("a document at status 3 does not move it", async () => {
      const { take, moves } = await arrangeRun(open, 3);
      const before = await moves();
      expect(await take(1, "api-key:7")).toMatchObject({ state: "taken", takenBy: "api-key:7" });
      expect(await moves()).toEqual(before);
    });

    test("is exclusive, but the built-in processor can take its own run again", async () => {
      const { take, moves } = await arrangeRun(open);
      await take();
      expect(await take(1, "api-key:7")).toBeNull();
      expect(await take()).toMatchObject({ takenBy: "processor" });
      expect(await moves()).toEqual(["null→1", "1→2", "2→3"]);
    });

    test("a run that an API key has taken fails for everyone, including the same key", async () => {
      const { take } = await arrangeRun(open, 3);
      await take(1, "api-key:7");
      expect(await take(1, "api-key:7")).toBeNull();
      expect(await take()).toBeNull();
    });

    test("ten times in parallel gives the run to only one caller", async () => {
      const { take, moves } = await arrangeRun(open);
      const keys = Array.from({ length: 10 }, (_, index) => `api-key:${index}`);
      const taken = await Promise.all(keys.map((key) => take(1, key)));
      expect(taken.filter((run) => run !== null)).toHaveLength(1);
      expect(await moves()).toEqual(["null→1", "1→2", "2→3"]);
    });

    test("a run that does not exist returns null", async () => {
      const { take } = await arrangeRun(open);
      expect(await take(2)).toBeNull();
    });
  });
}

function describeRenewing(open: OpenRuns) {
  describe("renewing", () => {
    test("extends the lease", async () => {
      const { take, processingRuns, run } = await arrangeRun(open);
      await take(1, "processor", AT);
      expect(await processingRuns.renew(run, LATER)).toBe(true);
      expect((await processingRuns.find(run))?.leaseUntil).toEqual(LATER);
    });

    test("fails for a run that is waiting or has ended", async () => {
      const { take, settle, processingRuns, run } = await arrangeRun(open);
      expect(await processingRuns.renew(run, LATER)).toBe(false);
      await take();
      await settle();
      expect(await processingRuns.renew(run, LATER)).toBe(false);
    });
  });
}

function describeSettling(open: OpenRuns) {
  describe("settling", () => {
    test("moves the document to review with its results and its SHA-256", async () => {
      const { take, settle, find, state } = await arrangeRun(open);
      await take();
      const sha256 = "a".repeat(64);
      const settled = await settle(1, { classification: CLASSIFICATION, sha256 });
      expect(settled).toMatchObject({
        status: 4,
        classification: CLASSIFICATION,
        failure: null,
        file: { sha256 },
      });
      expect(await find()).toEqual(settled);
      expect(await state()).toBe("ended");
    });

    test("with a failure stores the reason", async () => {
      const { take, settle } = await arrangeRun(open);
      await take();
      const failure = { code: "encrypted", message: "It is protected." };
      expect(await settle(1, { failure })).toMatchObject({ status: 4, failure });
    });

    test("twice has the same effect as once", async () => {
      const { take, settle, moves } = await arrangeRun(open);
      await take();
      await settle();
      expect(await settle()).toBeNull();
      expect(await moves()).toEqual(["null→1", "1→2", "2→3", "3→4"]);
    });

    test("a run that is not the last one has no effect", async () => {
      const ports = await arrangeRun(open);
      await ports.take();
      await ports.settle();
      await begin(ports, ports.uuid, { from: 4, begins: { takenBy: null, leaseUntil: LATER } });
      const other = { ...CLASSIFICATION, documentClass: "lease" };
      expect(await ports.settle(1, { classification: other })).toBeNull();
      expect((await ports.find())?.classification).toEqual(CLASSIFICATION);
    });

    test("of two concurrent settlements and a concurrent deletion, only one takes effect", async () => {
      const { take, settle, move, moves, state } = await arrangeRun(open);
      await take();
      const outcomes = await Promise.all([settle(), move(3, 8), settle()]);
      expect(outcomes.filter((document) => document !== null)).toHaveLength(1);
      expect(await moves()).toHaveLength(4);
      expect(await state()).toBe("ended");
    });
  });
}
