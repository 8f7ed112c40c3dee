import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { arrangeDeliveries, attemptAt, type OpenDeliveries } from "./deliveries.fixture";
import { describeOverdue } from "./delivery-repository-overdue.contract";
import { describeDeliveryRecovery } from "./delivery-repository-recovery.contract";

const OVER = { isOver: true, nextAttemptAt: null };

/** Defines the contract tests that every delivery repository must pass. */
export function describeDeliveryRepositoryContract(name: string, open: OpenDeliveries): void {
  describe(name, () => {
    describeFailures(open);
    describeDelivery(open);
    describePostponing(open);
    describeGenerations(open);
    describeOverdue(open);
    describeDeliveryRecovery(open);
  });
}

async function arrangeRun(open: OpenDeliveries) {
  const parts = await arrangeDeliveries(open);
  const [run] = await parts.freezeDocuments(1);
  if (!run) throw new Error("nothing was frozen");
  return { ...parts, run, load: (n: number) => parts.deliveries.load(run, n) };
}

function describeFailures(open: OpenDeliveries) {
  describe("a failure", () => {
    test("makes the notification due again as planned, in the series that the attempt began", async () => {
      const { run, fail, pending, at, clock } = await arrangeRun(open);
      const due = at(15);
      expect(await fail(run)).toEqual({ isOver: false, nextAttemptAt: due });
      expect(await pending(run)).toMatchObject({
        attempts: 1,
        nextAttemptAt: due,
        nextCause: "schedule",
        plannedAt: due,
        series: { startedAt: clock.now(), slot: 1, lastIntervalMs: 15_000 },
      });
    });

    test("is saved only once, and its result is returned whenever its turn runs again", async () => {
      const { run, fail, pending, load, at, clock } = await arrangeRun(open);
      const due = at(15);
      await fail(run);
      clock.advanceSeconds(5);
      expect(await fail(run, { nextInSeconds: 600 })).toEqual({
        isOver: false,
        nextAttemptAt: due,
      });
      expect(await load(1)).toEqual({
        kind: "saved",
        outcome: { isOver: false, nextAttemptAt: due },
      });
      expect(await pending(run)).toMatchObject({ attempts: 1, nextAttemptAt: due });
      expect((await load(2)).kind).toBe("pending");
    });

    test("is saved like any other failure, even if it was caused by a certificate with a malformed date and strange strings", async () => {
      const { run, deliveries, load, clock } = await arrangeRun(open);
      const { answer, ...attempt } = attemptAt(clock.now(), { n: 1, status: 500 });
      const certificateExpiresAt = new Date("nonsense");
      const connection = {
        ...answer.connection,
        certificateIssuer: "O=\u0000",
        certificateExpiresAt,
      };
      const odd = { ...attempt, answer: { ...answer, connection } };
      const plan = { next: null, ifOvertaken: null };
      expect((await deliveries.save(run, odd, plan, clock.now())).outcome).toEqual(OVER);
      expect(await load(1)).toEqual({ kind: "saved", outcome: OVER });
    });

    test("makes the notification undelivered if no attempt follows", async () => {
      const { run, fail, load } = await arrangeRun(open);
      expect(await fail(run, { nextInSeconds: null })).toEqual(OVER);
      expect(await load(1)).toEqual({ kind: "saved", outcome: OVER });
      expect(await load(2)).toEqual({ kind: "over" });
      expect(await fail(run, { n: 2 })).toEqual(OVER);
      expect(await load(3)).toEqual({ kind: "over" });
    });

    test("does not change the bytes that are sent, and neither does a recovery, a new URL or a new generation", async () => {
      const { run, fail, pending, deliver, freezeDocuments, setUrl, ...parts } =
        await arrangeRun(open);
      const { body } = await pending(run);
      await fail(run, { nextInSeconds: 600 });
      for (const other of await freezeDocuments(1)) await deliver(other);
      await setUrl("https://second.example/");
      const next = await parts.deliveries.beginGeneration(run, parts.clock.now());
      expect(next && (await pending(next)).body.equals(body)).toBe(true);
    });
  });
}

function describeDelivery(open: OpenDeliveries) {
  describe("200", () => {
    test("settles the notification permanently", async () => {
      const { run, deliver, fail, load } = await arrangeRun(open);
      expect(await deliver(run)).toEqual([]);
      expect(await load(1)).toEqual({ kind: "saved", outcome: OVER });
      expect(await load(2)).toEqual({ kind: "over" });
      expect(await fail(run, { n: 2 })).toEqual(OVER);
      expect(await deliver(run)).toEqual([]);
    });

    test("settles the notification even for an older generation, because the notification has arrived", async () => {
      const { run, deliver, deliveries, clock } = await arrangeRun(open);
      const next = await deliveries.beginGeneration(run, clock.now());
      await deliver(run);
      expect(next && (await deliveries.load(next, 1)).kind).toBe("over");
    });
  });

  test("a run of an unknown notification is over", async () => {
    const { deliveries } = await arrangeRun(open);
    const notificationId = "019cbc00-0000-7000-8000-ffffffffffff";
    expect(await deliveries.load({ notificationId, generation: 1 }, 1)).toEqual({ kind: "over" });
  });
}

function describePostponing(open: OpenDeliveries) {
  describe("without a webhook URL", () => {
    test("a notification waits without attempts and then becomes undelivered", async () => {
      const { run, deliveries, webhookConfiguration, pending, load, at, clock } =
        await arrangeRun(open);
      await webhookConfiguration.removeUrl(clock.now(), anAuditNote());
      const until = at(3600);
      expect(await deliveries.postpone(run, until, clock.now())).toEqual({
        isOver: false,
        nextAttemptAt: until,
      });
      expect(await pending(run)).toMatchObject({ attempts: 0, nextAttemptAt: until, series: null });
      clock.advanceSeconds(3600);
      expect(await deliveries.postpone(run, null, clock.now())).toEqual(OVER);
      expect(await load(1)).toEqual({ kind: "over" });
    });

    test("a notification stays due if a URL has been set in the meantime", async () => {
      const { run, deliveries, pending, at, clock } = await arrangeRun(open);
      const due = { isOver: false, nextAttemptAt: clock.now() };
      expect(await deliveries.postpone(run, at(3600), clock.now())).toEqual(due);
      expect(await deliveries.postpone(run, null, clock.now())).toEqual(due);
      expect((await pending(run)).nextAttemptAt).toEqual(clock.now());
    });

    test("a run of a different generation postpones nothing", async () => {
      const { run, deliveries, webhookConfiguration, pending, at, clock } = await arrangeRun(open);
      await webhookConfiguration.removeUrl(clock.now(), anAuditNote());
      const next = await deliveries.beginGeneration(run, clock.now());
      expect(await deliveries.postpone(run, at(60), clock.now())).toEqual(OVER);
      expect(next && (await pending(next)).nextAttemptAt).toEqual(clock.now());
    });
  });
}

function describeGenerations(open: OpenDeliveries) {
  describe("a new generation", () => {
    test("continues the series and ends the old run", async () => {
      const { run, fail, deliveries, pending, load, clock } = await arrangeRun(open);
      await fail(run);
      const before = await pending(run);
      const next = await deliveries.beginGeneration(run, clock.now());
      expect(next).toEqual({ ...run, generation: 2 });
      expect(next && (await pending(next))).toEqual({ ...before, generation: 2 });
      expect(await load(2)).toEqual({ kind: "over" });
      expect(await load(1)).toEqual({ kind: "saved", outcome: OVER });
      // Attempts are counted from 1 again within each generation.
      expect(next && (await deliveries.load(next, 1)).kind).toBe("pending");
    });

    test("begins only once, even with concurrent calls", async () => {
      const { run, deliveries, clock } = await arrangeRun(open);
      const begun = await Promise.all(
        Array.from({ length: 4 }, () => deliveries.beginGeneration(run, clock.now())),
      );
      expect(begun.filter((next) => next !== null)).toEqual([{ ...run, generation: 2 }]);
    });

    test("does not begin for a settled notification", async () => {
      const { run, deliver, deliveries, clock } = await arrangeRun(open);
      await deliver(run);
      expect(await deliveries.beginGeneration(run, clock.now())).toBeNull();
    });

    test("is not rescheduled by a failure of the previous run, which is still recorded", async () => {
      const { run, fail, deliveries, pending, load, clock } = await arrangeRun(open);
      const next = await deliveries.beginGeneration(run, clock.now());
      expect(await fail(run)).toEqual(OVER);
      expect(await load(1)).toEqual({ kind: "saved", outcome: OVER });
      expect(next && (await pending(next))).toMatchObject({ attempts: 1, series: null });
    });
  });
}
