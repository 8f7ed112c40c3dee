import { describe, expect, test } from "vitest";
import { LIFECYCLE } from "@/lib/documents/rules/status";
import { numberStatusChanges } from "@/lib/documents/use-cases/status-feed";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { RelayView, WaitingChange } from "../ports";
import { arrangeDeliveries, frozenFrom, type OpenDeliveries } from "./deliveries.fixture";

const FROM_START = { after: 0n, limit: 1000 };

/** Defines the contract tests that every relay must pass. */
export function describeRelayRepositoryContract(name: string, open: OpenDeliveries): void {
  describe(name, () => {
    describeWaiting(open);
    describeFreezing(open);
    describeOrder(open);
    describeManyAtOnce(open);
  });
}

const movesOf = (waiting: readonly WaitingChange[]) =>
  waiting.map(({ previousStatus, currentStatus }) => `${previousStatus}>${currentStatus}`);

/** Creates delivery helpers, and a function that reads the waiting changes without freezing any. */
async function arrange(open: OpenDeliveries) {
  const parts = await arrangeDeliveries(open);
  const freeze = (decide: Parameters<typeof parts.relay.freeze>[0]) =>
    parts.relay.freeze(decide, parts.clock.now());
  const look = async () => {
    const views: RelayView[] = [];
    const note = (view: RelayView) => {
      views.push(view);
      return null;
    };
    expect((await freeze(note)).frozen).toEqual([]);
    return views[0] ?? { outstanding: 0, waiting: [] };
  };
  return { ...parts, freeze, look };
}

function describeWaiting(open: OpenDeliveries) {
  describe("the waiting changes", () => {
    test("are an empty list at first, and `decide` is not called", async () => {
      const { relay, freeze } = await arrange(open);
      expect(await relay.findWork()).toEqual({ hasUnnumbered: false, hasUnfrozen: false });
      const refuse = () => {
        throw new Error("nothing waits");
      };
      const nothing = { frozen: [], isMoreWaiting: false, isBusy: false };
      expect(await freeze(refuse)).toMatchObject(nothing);
    });

    test("include every change that notifications cover and that was made while a webhook URL was set, and no other change", async () => {
      const { makeDocument, move, look } = await arrange(open);
      await makeDocument(6);
      for (const to of [5, 8] as const) {
        await move(await makeDocument(2), 2, to);
        await move(await makeDocument(3), 3, to);
        await move(await makeDocument(4), 4, to);
      }
      await move(await makeDocument(4), 4, 3);
      const seen = new Set(movesOf((await look()).waiting));
      const listed = LIFECYCLE.moves.filter(({ isNotified }) => isNotified);
      expect(seen).toEqual(new Set(listed.map(({ from, to }) => `${from}>${to}`)));
      expect(seen.size).toBe(10);
    });

    test("never include a change made while no webhook URL was set, although the feed includes it", async () => {
      const { webhookConfiguration, clock, makeDocument, setUrl, move, look, ...parts } =
        await arrange(open);
      await webhookConfiguration.removeUrl(clock.now(), anAuditNote());
      const document = await makeDocument(2);
      await setUrl("https://second.example/");
      expect(movesOf((await look()).waiting)).toEqual([]);
      await move(document, 2, 5);
      expect(movesOf((await look()).waiting)).toEqual(["2>5"]);
      expect(await parts.statusFeed.read(FROM_START)).toHaveLength(3);
    });

    test("stay the same if the webhook URL is removed before they are frozen", async () => {
      const { webhookConfiguration, clock, makeDocument, look } = await arrange(open);
      await makeDocument(1);
      await webhookConfiguration.removeUrl(clock.now(), anAuditNote());
      expect(movesOf((await look()).waiting)).toEqual(["null>1"]);
    });

    test("contain the document, its statuses and the time, in the order of the feed", async () => {
      const { makeDocument, look, statusFeed } = await arrange(open);
      const first = await makeDocument(2);
      await makeDocument(6);
      const { waiting } = await look();
      const feed = await statusFeed.read(FROM_START);
      expect(waiting.map(({ id: _, ...change }) => change)).toEqual(
        feed.map(({ sequence: _, ...entry }) => entry),
      );
      expect(waiting[0]).toMatchObject({ uuid: first.uuid, previousStatus: null });
    });
  });
}

function describeFreezing(open: OpenDeliveries) {
  describe("freezing", () => {
    test("creates one pending notification that is due now, with exactly the given bytes", async () => {
      const { makeDocument, relay, relayAll, pending, clock, look, statusFeed } =
        await arrange(open);
      const { uuid } = await makeDocument(1);
      expect(await relay.findWork()).toEqual({ hasUnnumbered: true, hasUnfrozen: false });
      await numberStatusChanges({ statusFeed });
      expect(await relay.findWork()).toEqual({ hasUnnumbered: false, hasUnfrozen: true });
      const runs = await relayAll();
      expect(runs).toMatchObject([{ generation: 1 }]);
      expect(await relay.findWork()).toEqual({ hasUnnumbered: false, hasUnfrozen: false });
      expect((await look()).waiting).toEqual([]);
      for (const run of runs) {
        const { body, ...notification } = await pending(run);
        expect(JSON.parse(body.toString())).toEqual([
          {
            uuid,
            url: `https://stagedoor.example/${uuid}`,
            currentStatus: 1,
            previousStatus: null,
          },
        ]);
        expect(notification).toMatchObject({
          attempts: 0,
          series: null,
          plannedAt: null,
          requestIds: [],
          nextAttemptAt: clock.now(),
          nextCause: "schedule",
          createdAt: clock.now(),
        });
      }
    });

    test("freezes only what `decide` returns; other changes keep waiting", async () => {
      const { makeDocument, relay, freeze, look, ids } = await arrange(open);
      const first = await makeDocument(1);
      const second = await makeDocument(1);
      const onlyFirst = ({ waiting, outstanding }: RelayView) =>
        waiting[0]?.uuid === first.uuid
          ? frozenFrom(ids.uuid(), { outstanding, waiting: waiting.slice(0, 1) })
          : null;
      expect((await freeze(onlyFirst)).frozen).toHaveLength(1);
      const { waiting, outstanding } = await look();
      expect(waiting.map(({ uuid }) => uuid)).toEqual([second.uuid]);
      expect(outstanding).toBe(1);
      expect((await relay.findWork()).hasUnfrozen).toBe(true);
    });

    test("passes at most 100 changes at a time to `decide`, and then the next 100", async () => {
      const { makeDocument, relayAll, pending } = await arrange(open);
      for (let count = 0; count < 120; count += 1) await makeDocument(1);
      const sizes = await Promise.all(
        (await relayAll()).map(async (run) => JSON.parse(String((await pending(run)).body)).length),
      );
      expect(sizes).toEqual([100, 20]);
    });

    test("counts the outstanding notifications until they are delivered or undelivered", async () => {
      const { freezeDocuments, makeDocument, deliver, fail, look } = await arrange(open);
      const [first, second] = await freezeDocuments(3);
      await makeDocument(1);
      expect((await look()).outstanding).toBe(3);
      if (first) await deliver(first);
      if (second) await fail(second, { nextInSeconds: null });
      expect((await look()).outstanding).toBe(1);
    });
  });
}

function describeOrder(open: OpenDeliveries) {
  describe("the order of a document's changes", () => {
    test("is kept within a notification", async () => {
      const { makeDocument, move, relayAll, pending } = await arrange(open);
      const document = await makeDocument(2);
      await makeDocument(1);
      await move(document, 2, 5);
      const [run] = await relayAll();
      const items = run ? JSON.parse(String((await pending(run)).body)) : [];
      const own = items.filter(({ uuid }: { uuid: string }) => uuid === document.uuid);
      expect(own.map(({ currentStatus }: { currentStatus: number }) => currentStatus)).toEqual([
        1, 2, 5,
      ]);
    });

    test.each(["delivered", "given up"])(
      "holds back the changes of a document until its outstanding notification is %s, but not those of other documents",
      async (outcome) => {
        const { makeDocument, move, relayAll, look, deliver, fail } = await arrange(open);
        const document = await makeDocument(2);
        const [run] = await relayAll();
        await move(document, 2, 5);
        const other = await makeDocument(1);
        expect((await look()).waiting.map(({ uuid }) => uuid)).toEqual([other.uuid]);
        if (run) await fail(run);
        expect((await look()).waiting.map(({ uuid }) => uuid)).toEqual([other.uuid]);
        if (run && outcome === "delivered") await deliver(run, 2);
        if (run && outcome === "given up") await fail(run, { n: 2, nextInSeconds: null });
        expect((await look()).waiting.map(({ uuid }) => uuid)).toEqual([document.uuid, other.uuid]);
      },
    );

    test("also holds back the changes of a document that was frozen earlier in the same transaction", async () => {
      const { makeDocument, freeze, ids } = await arrange(open);
      const { uuid } = await makeDocument(2);
      const views: RelayView[] = [];
      const freezeOne = (view: RelayView) => {
        views.push(view);
        return frozenFrom(ids.uuid(), { ...view, waiting: view.waiting.slice(0, 1) });
      };
      expect((await freeze(freezeOne)).frozen).toHaveLength(1);
      expect(views.map(({ waiting }) => waiting.map((change) => change.uuid))).toEqual([
        [uuid, uuid],
      ]);
    });
  });
}

function describeManyAtOnce(open: OpenDeliveries) {
  describe("a large number of changes", () => {
    test("is frozen 20 notifications at a time", async () => {
      const { makeDocument, freeze, ids } = await arrange(open);
      for (let count = 0; count < 21; count += 1) await makeDocument(1);
      const freezeOne = (view: RelayView) =>
        frozenFrom(ids.uuid(), { ...view, waiting: view.waiting.slice(0, 1) });
      const first = await freeze(freezeOne);
      expect([first.frozen.length, first.isMoreWaiting]).toEqual([20, true]);
      const second = await freeze(freezeOne);
      expect([second.frozen.length, second.isMoreWaiting]).toEqual([1, false]);
    });

    test("is numbered 1,000 at a time, whatever is frozen", async () => {
      const { makeDocument, freeze, statusFeed } = await arrange(open);
      await Promise.all(Array.from({ length: 1_001 }, () => makeDocument(1)));
      const freezeNothing = () => null;
      const none = { frozen: [], isMoreWaiting: false };
      expect(await freeze(freezeNothing)).toMatchObject({ ...none, isMoreUnnumbered: true });
      expect(await statusFeed.findLast()).toBe(1_000n);
      expect(await freeze(freezeNothing)).toMatchObject({ ...none, isMoreUnnumbered: false });
      expect(await statusFeed.findLast()).toBe(1_001n);
    });

    test("is frozen only once, even by concurrent relays", async () => {
      const { makeDocument, freeze, pending, ids } = await arrange(open);
      const uuids: string[] = [];
      for (let count = 0; count < 15; count += 1) uuids.push((await makeDocument(1)).uuid);
      const freezeFour = (view: RelayView) =>
        frozenFrom(ids.uuid(), { ...view, waiting: view.waiting.slice(0, 4) });
      const relayed = await Promise.all(Array.from({ length: 4 }, () => freeze(freezeFour)));
      const bodies = await Promise.all(
        relayed.flatMap(({ frozen }) => frozen.map(async (run) => (await pending(run)).body)),
      );
      const items = bodies.flatMap((body): { uuid: string }[] => JSON.parse(String(body)));
      expect(items.map(({ uuid }) => uuid).sort()).toEqual(uuids);
    });
  });
}
