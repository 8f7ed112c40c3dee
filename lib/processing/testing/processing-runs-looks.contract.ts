import { describe, expect, test } from "vitest";
import type { ProcessorChoice } from "@/lib/documents/rules/run-start";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import type { ProcessingRuns } from "../ports";
import {
  AT,
  arrangeRun,
  begin,
  LATER,
  MUCH_LATER,
  type OpenRuns,
  type RunsUnderTest,
} from "./processing-runs.fixture";

const repair = ({ processingRuns }: RunsUnderTest, choice: ProcessorChoice = "builtin") =>
  processingRuns.repair({ at: AT, leaseUntil: LATER, choice, limit: 10 });

/** Lists lapsed runs; by default, as if the built-in processor had taken no run recently. */
const listLapsed = (
  runs: ProcessingRuns,
  by: Date,
  overrides: { waitingBy?: Date; takenSince?: Date } = {},
) => runs.listLapsed({ by, takenSince: LATER, waitingBy: by, limit: 10, ...overrides });

/** Registers the tests of the watchdog's queries, which are part of the contract of `ProcessingRuns`. */
export function describeLooks(open: OpenRuns): void {
  describe("waiting runs", () => {
    test("are listed until the engine is asked to start them, and again if that request was long ago", async () => {
      const { processingRuns, run, take } = await arrangeRun(open);
      expect(await processingRuns.listWaiting(null, 10)).toEqual([run]);
      await processingRuns.markRequested([run], { at: AT, leaseUntil: LATER });
      expect(await processingRuns.listWaiting(null, 10)).toEqual([]);
      expect(await processingRuns.listWaiting(new Date(AT.getTime() - 1), 10)).toEqual([]);
      expect(await processingRuns.listWaiting(AT, 10)).toEqual([run]);
      await take();
      expect(await processingRuns.listWaiting(AT, 10)).toEqual([]);
    });

    test("lapse if the engine was asked to start them but never starts them", async () => {
      const { processingRuns, run } = await arrangeRun(open);
      expect(await listLapsed(processingRuns, MUCH_LATER)).toEqual([]);
      await processingRuns.markRequested([run], { at: AT, leaseUntil: LATER });
      await processingRuns.markRequested([run], { at: LATER, leaseUntil: MUCH_LATER });
      expect(await listLapsed(processingRuns, LATER)).toMatchObject([{ ...run, state: "waiting" }]);
    });
  });

  describeQueues(open);
  describeLapses(open);
  describeRepairs(open);
}

function describeQueues(open: OpenRuns) {
  describe("runs that have waited in a queue for longer than their lease", () => {
    async function arrangeQueue(actor: string) {
      const waiting = await arrangeRun(open);
      const { processingRuns, run } = waiting;
      await processingRuns.markRequested([run], { at: AT, leaseUntil: LATER });
      const { uuid } = await makeDocumentAt(waiting, 1);
      await begin(waiting, uuid, { from: 1, begins: { takenBy: null, leaseUntil: null } });
      await processingRuns.take({
        run: { documentUuid: uuid, n: 1 },
        actor,
        at: AT,
        leaseUntil: MUCH_LATER,
        processor: actor === "processor" ? "stagedoor/1" : null,
      });
      return { processingRuns, run };
    }

    test("have not lapsed while the built-in processor takes other runs", async () => {
      const { processingRuns } = await arrangeQueue("processor");
      const since = { takenSince: AT, waitingBy: AT };
      expect(await listLapsed(processingRuns, LATER, since)).toEqual([]);
    });

    test("have lapsed if the built-in processor has taken no run since then, or if they have waited for a very long time", async () => {
      const { processingRuns, run } = await arrangeQueue("processor");
      const lapsed = [{ documentUuid: run.documentUuid, n: 1, state: "waiting" }];
      const idle = { takenSince: LATER, waitingBy: AT };
      expect(await listLapsed(processingRuns, LATER, idle)).toMatchObject(lapsed);
      const long = { takenSince: AT, waitingBy: LATER };
      expect(await listLapsed(processingRuns, LATER, long)).toMatchObject(lapsed);
    });

    test("have lapsed if only another processor takes runs", async () => {
      const { processingRuns, run } = await arrangeQueue("api-key:1");
      const since = { takenSince: AT, waitingBy: AT };
      expect(await listLapsed(processingRuns, LATER, since)).toMatchObject([run]);
    });
  });
}

function describeLapses(open: OpenRuns) {
  describe("runs whose lease has ended", () => {
    test("are listed from the moment when the lease ended", async () => {
      const { processingRuns, run, take } = await arrangeRun(open);
      await take();
      expect(await listLapsed(processingRuns, new Date(LATER.getTime() - 1))).toEqual([]);
      expect(await listLapsed(processingRuns, LATER)).toMatchObject([run]);
    });

    test("are followed by the next run, and their result is discarded", async () => {
      const { processingRuns, run, take, settle, find } = await arrangeRun(open);
      await take();
      const next = { at: LATER, leaseUntil: null, isCounted: true };
      expect(await processingRuns.restart(run, next)).toBe(true);
      expect(await settle(1)).toBeNull();
      expect(await find()).toMatchObject({ status: 3, processingRun: 2 });
      expect(await processingRuns.find({ ...run, n: 2 })).toMatchObject({
        attempt: 2,
        state: "waiting",
        leaseUntil: null,
        takenBy: null,
      });
    });

    test("are given up only if nobody has renewed them", async () => {
      const { processingRuns, run, take, settle, find } = await arrangeRun(open);
      await take();
      const failure = { code: "processing-failed", message: "It failed." };
      await processingRuns.renew(run, MUCH_LATER);
      expect(await settle(1, { failure, onlyLapsedBy: LATER })).toBeNull();
      expect(await find()).toMatchObject({ status: 3 });
      expect(await settle(1, { failure, onlyLapsedBy: MUCH_LATER })).toMatchObject({ status: 4 });
    });

    test("are followed by a run with the same attempt number if that run does not count as another attempt", async () => {
      const { processingRuns, run, take } = await arrangeRun(open);
      await take();
      const next = { at: LATER, leaseUntil: MUCH_LATER, isCounted: false };
      await processingRuns.restart(run, next);
      expect(await processingRuns.find({ ...run, n: 2 })).toMatchObject({
        attempt: 1,
        leaseUntil: MUCH_LATER,
      });
    });

    test("are not restarted if they were renewed, are over, or were already restarted", async () => {
      const { processingRuns, run, take, settle } = await arrangeRun(open);
      await take();
      const next = { at: LATER, leaseUntil: null, isCounted: true };
      await processingRuns.renew(run, MUCH_LATER);
      expect(await processingRuns.restart(run, next)).toBe(false);
      const later = { ...next, at: MUCH_LATER };
      const outcomes = await Promise.all([
        processingRuns.restart(run, later),
        processingRuns.restart(run, later),
      ]);
      expect(outcomes.toSorted()).toEqual([false, true]);
      await settle(2);
      expect(await processingRuns.restart({ ...run, n: 2 }, later)).toBe(false);
    });
  });
}

function describeRepairs(open: OpenRuns) {
  describe("leftovers from other versions and from a changed PROCESSOR", () => {
    test("a document at status 3 without a run gets a run that is taken", async () => {
      const ports = await arrangeRun(open);
      const { uuid } = await makeDocumentAt(ports, 3);
      expect(await repair(ports)).toBe(1);
      expect(await ports.processingRuns.find({ documentUuid: uuid, n: 1 })).toMatchObject({
        state: "taken",
        takenBy: "unknown",
        leaseUntil: LATER,
      });
      expect(await ports.documents.find(uuid)).toMatchObject({ status: 3, processingRun: 1 });
      expect(await repair(ports)).toBe(0);
    });

    test("waiting runs are kept if the built-in processor runs", async () => {
      const [at2, at3] = [await arrangeRun(open), await arrangeRun(open, 3)];
      expect(await repair(at3)).toBe(0);
      expect(await at3.state()).toBe("waiting");
      expect(at2.uuid).toBeTruthy();
    });

    test.each(["external", "none"] as const)("with %s, a run waiting at 2 ends", async (choice) => {
      const ports = await arrangeRun(open);
      expect(await repair(ports, choice)).toBe(1);
      expect(await ports.state()).toBe("ended");
      expect(await ports.find()).toMatchObject({ status: 2 });
    });

    test.each(["external", "none"] as const)(
      "with %s, a run waiting at 3 gets a lease",
      async (choice) => {
        const ports = await arrangeRun(open, 3);
        expect(await repair(ports, choice)).toBe(1);
        expect(await ports.processingRuns.find(ports.run)).toMatchObject({
          state: "waiting",
          leaseUntil: LATER,
        });
        expect(await repair(ports, choice)).toBe(0);
      },
    );

    test("taken runs are kept, whichever processor is set", async () => {
      const ports = await arrangeRun(open);
      await ports.take();
      for (const choice of ["builtin", "external", "none"] as const) {
        expect(await repair(ports, choice)).toBe(0);
      }
      expect(await ports.state()).toBe("taken");
    });
  });
}
