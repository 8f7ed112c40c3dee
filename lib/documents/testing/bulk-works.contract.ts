import { describe, expect, test } from "vitest";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import type { BulkWorks } from "../bulk-ports";
import type { StagedDocumentRepository } from "../ports";
import type { BulkEnding } from "../rules/bulk-work";
import type { Status } from "../rules/status";
import { makeDocumentAt, moveBetween } from "./document-at-status.fixture";
import { UNKNOWN_UUID } from "./documents.fixture";

/** The reviewer who starts the work in these tests, and the session in which they do. */
export const BULK_REVIEWER = {
  userId: "019cbc00-0000-7000-8000-00000000000a",
  sessionId: "019cbc00-0000-7000-8000-00000000005a",
} as const;

type Open = () => Promise<{
  readonly documents: StagedDocumentRepository;
  readonly bulkWorks: BulkWorks;
  /** Ends the reviewer's session, changes their role or deactivates them. */
  readonly endSession: (because: BulkEnding) => Promise<void>;
}>;

const NOON = new Date("2026-03-01T12:00:00.000Z");
const noonPlus = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const { userId, sessionId } = BULK_REVIEWER;
const ACTOR = `reviewer:${userId}`;
const ID = "019cbc00-0000-7000-8000-0000000000b1";
const LATER_ID = "019cbc00-0000-7000-8000-0000000000b2";
const OWN = { id: ID, userId };
const RUN = { id: ID, generation: 1 };
const NOTE: AuditNote = {
  at: noonPlus(1),
  author: { actor: ACTOR, sessionId },
  action: "bulk-work-started",
  subject: `bulk-work:${ID}`,
};
const DELETE = { action: "delete", reason: "other", note: "Scanned twice" } as const;
const ALL = { after: null, limit: 100 };

async function arrangeWith(open: Open, statuses: readonly Status[]) {
  const { documents, bulkWorks, endSession } = await open();
  const ports = { documents, clock: createFixedClock(NOON), ids: createCountingIds() };
  const uuids: string[] = [];
  for (const status of statuses) uuids.push((await makeDocumentAt(ports, status)).uuid);
  await bulkWorks.create(OWN, NOON);
  const begin = (seconds = 2, limit = 100) =>
    bulkWorks.beginBatch(RUN, { at: noonPlus(seconds), limit });
  /** Moves a document as the work does. */
  const move = (uuid: string, from: Status, to: Status) =>
    documents.compareAndSetStatus({
      uuid,
      move: moveBetween(from, to),
      actor: ACTOR,
      requestId: ID,
      reason: "deleted",
      at: noonPlus(2),
    });
  const start = async () => {
    await bulkWorks.add(OWN, uuids, 100);
    await bulkWorks.start(OWN, DELETE, NOTE);
  };
  return { documents, bulkWorks, endSession, uuids, begin, move, start };
}

/** Defines the contract tests that every store of work must pass; `open` opens an empty store with an open session. */
export function describeBulkWorksContract(name: string, open: Open): void {
  describe(name, () => {
    const arrange: Arrange = (...statuses) => arrangeWith(open, statuses);
    describePreparation(arrange);
    describeProgress(arrange);
    describeEndings(arrange);
  });
}

type Arrange = (...statuses: readonly Status[]) => ReturnType<typeof arrangeWith>;

function describePreparation(arrange: Arrange): void {
  test("each document is added once, with its run, and unknown ones are ignored", async () => {
    const { bulkWorks, uuids, begin } = await arrange(2, 4);
    expect(await bulkWorks.add(OWN, [...uuids, UNKNOWN_UUID], 100)).toBe(2);
    expect(await bulkWorks.add(OWN, uuids.slice(0, 1), 100)).toBe(2);
    await bulkWorks.start(OWN, DELETE, NOTE);
    const items = uuids.map((uuid) => ({ uuid, run: null, isDone: false }));
    expect(await begin()).toEqual({ order: DELETE, actor: ACTOR, sessionId, items });
  });

  test("no document is added beyond the maximum, and repeated ones do not count twice", async () => {
    const { bulkWorks, uuids, begin } = await arrange(2, 4, 5, 5);
    expect(await bulkWorks.add(OWN, uuids.slice(0, 2), 3)).toBe(2);
    expect(await bulkWorks.add(OWN, uuids.slice(0, 3), 3)).toBe(3);
    expect(await bulkWorks.add(OWN, uuids, 3)).toBe(3);
    expect(await bulkWorks.add(OWN, uuids, 2)).toBe(3);
    await bulkWorks.start(OWN, DELETE, NOTE);
    expect((await begin())?.items.map(({ uuid }) => uuid)).toEqual(uuids.slice(0, 3));
  });

  test("only its owner finds it, and nothing is added once it is started", async () => {
    const { bulkWorks, uuids } = await arrange(2);
    const other = { ...OWN, userId: UNKNOWN_UUID };
    expect(await bulkWorks.find(other)).toBeNull();
    expect(await bulkWorks.add(other, uuids, 100)).toBeNull();
    expect(await bulkWorks.start(other, DELETE, NOTE)).toBeNull();
    expect(await bulkWorks.listShown(userId, 5)).toEqual([]);
    expect(await bulkWorks.start(OWN, DELETE, NOTE)).toEqual(RUN);
    expect(await bulkWorks.start(OWN, DELETE, NOTE)).toBeNull();
    expect(await bulkWorks.add(OWN, uuids, 100)).toBeNull();
    expect(await bulkWorks.cancel(other, noonPlus(2))).toBe(false);
    expect(await bulkWorks.find(OWN)).toMatchObject({ state: "running", action: "delete" });
    expect(await bulkWorks.listShown(userId, 5)).toHaveLength(1);
    expect(await bulkWorks.listShown(UNKNOWN_UUID, 5)).toEqual([]);
  });

  test("documents are grouped by status and class as they are now", async () => {
    const { bulkWorks, uuids, move } = await arrange(4, 4, 5);
    await bulkWorks.add(OWN, uuids, 100);
    await move(uuids[0] ?? "", 4, 8);
    const group = (status: Status) => ({ status, documentClass: null, count: 1 });
    const groups = await bulkWorks.countGroups(OWN);
    expect(groups.toSorted((a, b) => a.status - b.status)).toEqual(
      [4, 5, 8].map((status) => group(status as Status)),
    );
  });
}

function describeProgress(arrange: Arrange): void {
  test("documents without a result come in batches until all have one, and then the work is finished", async () => {
    const { bulkWorks, uuids, begin, start } = await arrange(2, 2, 6);
    await start();
    const [first = "", second = "", third = ""] = uuids;
    expect((await begin(2, 2))?.items.map(({ uuid }) => uuid)).toEqual([first, second]);
    const failed = { uuid: first, result: "failed", reason: "too-much-contention" } as const;
    expect(await bulkWorks.record(RUN, failed, noonPlus(2))).toBe(true);
    await bulkWorks.record(
      RUN,
      { uuid: second, result: "left-out", reason: "status" },
      noonPlus(2),
    );
    expect((await begin(3, 2))?.items.map(({ uuid }) => uuid)).toEqual([third]);
    await bulkWorks.record(RUN, { uuid: third, result: "left-out", reason: "final" }, noonPlus(3));
    // A result is never replaced.
    await bulkWorks.record(RUN, { uuid: third, result: "done", reason: null }, noonPlus(3));
    expect(await begin(4)).toBeNull();
    expect(await bulkWorks.find(OWN)).toMatchObject({
      state: "ended",
      ending: "finished",
      endedAt: noonPlus(4),
      results: expect.arrayContaining([
        { result: "failed", reason: "too-much-contention", count: 1 },
        { result: "left-out", reason: "status", count: 1 },
        { result: "left-out", reason: "final", count: 1 },
      ]),
    });
    const listed = await bulkWorks.listExceptions(OWN, { after: first, limit: 100 });
    expect(listed).toEqual([
      { uuid: second, name: "report.pdf", result: "left-out", reason: "status" },
      { uuid: third, name: "report.pdf", result: "left-out", reason: "final" },
    ]);
  });

  test("a document that the work has changed is done, even if the process died before it saved the result", async () => {
    const { bulkWorks, uuids, begin, move, start, documents } = await arrange(4, 5, 4);
    await start();
    const [deleted = "", moved = "", untouched = ""] = uuids;
    await move(deleted, 4, 8);
    const to = { from: "BLD-0001", to: "BLD-0002", actor: ACTOR, at: noonPlus(2) };
    await documents.moveToAsset({ uuid: moved, ...to, requestId: ID });
    expect((await begin())?.items).toEqual([
      { uuid: deleted, run: null, isDone: true },
      { uuid: moved, run: null, isDone: true },
      { uuid: untouched, run: null, isDone: false },
    ]);
    const late = { result: "left-out", reason: "final" } as const;
    for (const uuid of uuids) await bulkWorks.record(RUN, { uuid, ...late }, noonPlus(3));
    const listed = await bulkWorks.listExceptions(OWN, ALL);
    expect(listed.map(({ uuid }) => uuid)).toEqual([untouched]);
  });
}

function describeEndings(arrange: Arrange): void {
  test.each(["session-ended", "role-changed", "deactivated"] as const)(
    "the next batch does not begin, and the work ends with the reason %s",
    async (because) => {
      const { bulkWorks, begin, start, endSession } = await arrange(4);
      await start();
      expect(await begin(2)).not.toBeNull();
      await endSession(because);
      expect(await begin(3)).toBeNull();
      const ended = { state: "ended", ending: because, endedAt: noonPlus(3) };
      expect(await bulkWorks.find(OWN)).toMatchObject(ended);
    },
  );

  test("a run is told to stop once the work is cancelled, and what it had changed is counted within minutes", async () => {
    const { bulkWorks, uuids, begin, move, start } = await arrange(4, 4, 4);
    await start();
    await begin();
    const [recorded = "", lost = ""] = uuids;
    await move(recorded, 4, 8);
    await bulkWorks.cancel(OWN, noonPlus(3));
    const done = { uuid: recorded, result: "done", reason: null } as const;
    expect(await bulkWorks.record(RUN, done, noonPlus(4))).toBe(false);
    await move(lost, 4, 8);
    await bulkWorks.resume(noonPlus(3), { at: noonPlus(63), limit: 5 });
    expect((await bulkWorks.find(OWN))?.results).toEqual(
      expect.arrayContaining([
        { result: "done", reason: null, count: 2 },
        { result: null, reason: null, count: 1 },
      ]),
    );
  });

  test("running work is shown before work that ended later", async () => {
    const { bulkWorks, start } = await arrange(4);
    await start();
    const later = { id: LATER_ID, userId };
    await bulkWorks.create(later, noonPlus(5));
    await bulkWorks.start(later, DELETE, { ...NOTE, subject: `bulk-work:${LATER_ID}` });
    await bulkWorks.cancel(later, noonPlus(6));
    expect((await bulkWorks.listShown(userId, 5)).map(({ id }) => id)).toEqual([ID, LATER_ID]);
  });

  test("cancelled work does not begin another batch, and is shown until it is dismissed", async () => {
    const { bulkWorks, begin, start } = await arrange(4);
    await start();
    await bulkWorks.dismiss(OWN, noonPlus(2));
    expect(await bulkWorks.cancel(OWN, noonPlus(3))).toBe(true);
    expect(await bulkWorks.cancel(OWN, noonPlus(4))).toBe(false);
    expect(await begin(5)).toBeNull();
    const [shown] = await bulkWorks.listShown(userId, 5);
    expect(shown).toMatchObject({ ending: "cancelled", endedAt: noonPlus(3) });
    expect(shown?.results).toEqual([{ result: null, reason: null, count: 1 }]);
    await bulkWorks.dismiss(OWN, noonPlus(6));
    expect(await bulkWorks.listShown(userId, 5)).toEqual([]);
  });

  test("stalled work gets a new run, and the earlier run can neither continue nor end it", async () => {
    const { bulkWorks, begin, start } = await arrange(4);
    await start();
    await begin(10);
    expect(await bulkWorks.resume(noonPlus(9), { at: noonPlus(130), limit: 5 })).toEqual([]);
    const next = { id: ID, generation: 2 };
    expect(await bulkWorks.resume(noonPlus(10), { at: noonPlus(130), limit: 5 })).toEqual([next]);
    expect(await begin(131)).toBeNull();
    const late = { uuid: UNKNOWN_UUID, result: "done", reason: null } as const;
    expect(await bulkWorks.record(RUN, late, noonPlus(131))).toBe(false);
    await bulkWorks.giveUp(RUN, noonPlus(132));
    expect(await bulkWorks.find(OWN)).toMatchObject({ state: "running" });
    await bulkWorks.giveUp(next, noonPlus(133));
    expect(await bulkWorks.find(OWN)).toMatchObject({ state: "ended", ending: "failed" });
    expect(await bulkWorks.resume(noonPlus(999), { at: noonPlus(999), limit: 5 })).toEqual([]);
  });
}
