import { describe, expect, test } from "vitest";
import type { StagedDocumentRepository } from "@/lib/documents/ports";
import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import { STATUS, type Status } from "@/lib/documents/rules/status";
import { makeDocumentAt, moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { UNKNOWN_UUID } from "@/lib/documents/testing/documents.fixture";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import type { SweepRepository } from "../ports";

/** An empty repository with its documents, and functions that store idempotency keys, claims and bulk work. */
export interface SweepsUnderTest {
  readonly sweeps: SweepRepository;
  readonly documents: StagedDocumentRepository;
  placeIdempotencyKey(storedAt: Date): Promise<void> | void;
  placeReviewClaim(until: Date): Promise<void> | void;
  placeBulkWork(createdAt: Date, state: "ended" | "preparing"): Promise<void> | void;
}

type Open = () => Promise<SweepsUnderTest>;

/** Tests the guarantees of every sweep repository; `open` provides an empty one for each test. */
export function describeSweepRepositoryContract(name: string, open: Open): void {
  describe(name, () => {
    describeDue(open);
    describeErasure(open);
    describeObjects(open);
    describeIdempotencyKeys(open);
    describeReviewClaims(open);
    describeBulkWork(open);
  });
}

const NOON = new Date("2026-03-01T12:00:00.000Z");
const secondsAfterNoon = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const CLASSIFICATION = {
  documentClass: "invoice",
  score: 0.5,
  language: "de",
  pages: 1,
  processor: "other/1",
  fields: [{ name: "issuer", value: "Muster GmbH", score: 1, page: 1, text: "Muster GmbH" }],
};
const ALL_STATUSES = Object.values(STATUS);

async function arrange(open: Open) {
  const underTest = await open();
  const ports = { ...underTest, clock: createFixedClock(NOON), ids: createCountingIds() };
  const make = async (statuses: readonly Status[]) => {
    const records: StagedDocument[] = [];
    for (const status of statuses) records.push(await makeDocumentAt(ports, status));
    return records;
  };
  return { ...ports, make };
}

const uuidsOf = (rows: readonly { uuid: string }[]) => rows.map(({ uuid }) => uuid);
const allBy = (by: Date) => ({ by, after: null, limit: 100 });

function describeDue(open: Open) {
  describe("due documents", () => {
    test("include documents at status 1 from the time their URL expires", async () => {
      const { sweeps, make } = await arrange(open);
      const [awaited] = await make(ALL_STATUSES);
      const due = [{ uuid: awaited?.uuid, at: NOON }];
      expect(await sweeps.listAwaited(allBy(NOON))).toEqual(due);
      expect(await sweeps.listAwaited(allBy(secondsAfterNoon(-0.001)))).toEqual([]);
    });

    test("include documents at 6 and 8 whose last change was at or before the given time, with the key of their bytes", async () => {
      const { sweeps, make } = await arrange(open);
      await make(ALL_STATUSES);
      const due = await sweeps.listErasable(allBy(NOON));
      expect(due).toEqual([
        { uuid: expect.any(String), at: NOON, objectKey: null, versionId: null },
        {
          uuid: expect.any(String),
          at: NOON,
          versionId: "placed-version",
          objectKey: expect.stringMatching(/^documents\//),
        },
      ]);
      expect(await sweeps.listErasable(allBy(secondsAfterNoon(-0.001)))).toEqual([]);
    });

    test.each(["listAwaited", "listErasable"] as const)(
      "from %s are ordered by time and then uuid, in pages without gaps or duplicates",
      async (list) => {
        const { sweeps, make, clock } = await arrange(open);
        const status = list === "listAwaited" ? 1 : 6;
        const early = await make([status, status, status]);
        clock.advanceSeconds(1);
        const late = await make([status, status]);
        const by = clock.now();
        const first = await sweeps[list]({ by, after: null, limit: 2 });
        const second = await sweeps[list]({ by, after: first.at(-1) ?? null, limit: 2 });
        const third = await sweeps[list]({ by, after: second.at(-1) ?? null, limit: 2 });
        expect([first, second, third].flatMap(uuidsOf)).toEqual(uuidsOf([...early, ...late]));
        expect(await sweeps[list]({ by, after: third.at(-1) ?? null, limit: 2 })).toEqual([]);
      },
    );

    test("no longer include documents that have been erased, and a second erasure keeps the original mark", async () => {
      const { sweeps, documents, make } = await arrange(open);
      const [failed, deleted] = await make([6, 8]);
      if (!failed || !deleted) throw new Error("two were made");
      await sweeps.eraseContent(failed.uuid, secondsAfterNoon(1));
      await sweeps.eraseContent(deleted.uuid, secondsAfterNoon(1));
      await sweeps.eraseContent(deleted.uuid, secondsAfterNoon(2));
      expect(await sweeps.listErasable(allBy(secondsAfterNoon(9)))).toEqual([]);
      const found = await documents.find(deleted.uuid);
      expect(found?.file?.erasedAt).toEqual(secondsAfterNoon(1));
      expect(found?.updatedAt).toEqual(deleted.updatedAt);
    });
  });
}

function describeErasure(open: Open) {
  describe("erasing the bytes", () => {
    test("also erases the results, and nothing else in the record", async () => {
      const { sweeps, documents, make } = await arrange(open);
      const [document] = await make([4]);
      if (!document) throw new Error("one was made");
      const at = secondsAfterNoon(1);
      const classification = CLASSIFICATION;
      const rejected = await documents.compareAndSetStatus({
        uuid: document.uuid,
        move: moveBetween(4, 8),
        actor: "api-key:1",
        reason: "deleted",
        at,
        classification,
      });
      expect(rejected).toMatchObject({ classification });
      expect(await sweeps.eraseContent(document.uuid, at)).toBe(0);
      expect(await documents.find(document.uuid)).toEqual({
        ...rejected,
        classification: null,
        file: { ...rejected?.file, erasedAt: at },
      });
    });

    test.each([
      ["api-key:1", "The reason was erased together with the file."],
      ["administrator:1", "The reason was erased together with the file."],
      ["sweeper", "No file came."],
    ])(
      "erases the message of a failure that %s reported: the message is then %j",
      async (actor, message) => {
        const { sweeps, documents, make } = await arrange(open);
        const [document] = await make([1]);
        if (!document) throw new Error("one was made");
        await documents.compareAndSetStatus({
          uuid: document.uuid,
          move: moveBetween(1, 6),
          actor,
          reason: "reported",
          at: NOON,
          failure: { code: "upload-expired", message: "No file came." },
        });
        await sweeps.eraseContent(document.uuid, NOON);
        const failure = { code: "upload-expired", message };
        expect(await documents.find(document.uuid)).toMatchObject({
          failure,
          classification: null,
        });
      },
    );
  });
}

function describeObjects(open: Open) {
  describe("findObjects", () => {
    test("returns the data of each known document that determines which objects are needed", async () => {
      const { sweeps, make } = await arrange(open);
      const [waiting, reported, other] = await make([1, 2, 2]);
      if (!waiting || !reported || !other) throw new Error("three were made");
      const found = await sweeps.findObjects([reported.uuid, UNKNOWN_UUID, waiting.uuid]);
      const sorted = [...found].sort((a, b) => a.status - b.status);
      expect(sorted).toEqual([
        {
          uuid: waiting.uuid,
          status: 1,
          uploadExpiresAt: NOON,
          erasedAt: null,
          objectKey: null,
          versionId: null,
        },
        {
          uuid: reported.uuid,
          status: 2,
          uploadExpiresAt: NOON,
          objectKey: reported.file?.objectKey,
          versionId: "placed-version",
          erasedAt: null,
        },
      ]);
    });

    test("returns the time at which the bytes were marked as erased", async () => {
      const { sweeps, make } = await arrange(open);
      const [deleted] = await make([8]);
      if (!deleted) throw new Error("one was made");
      await sweeps.eraseContent(deleted.uuid, secondsAfterNoon(1));
      expect(await sweeps.findObjects([deleted.uuid])).toMatchObject([
        { objectKey: deleted.file?.objectKey, erasedAt: secondsAfterNoon(1) },
      ]);
    });

    test("returns an empty list if no documents are given", async () => {
      const { sweeps } = await arrange(open);
      expect(await sweeps.findObjects([])).toEqual([]);
    });
  });

  describe("a move that is allowed only once the URL has expired", () => {
    test.each([
      [0, 6],
      [-0.001, null],
    ])(
      "with %d seconds between the expiry and the limit results in status %s",
      async (seconds, status) => {
        const { documents, make } = await arrange(open);
        const [waiting] = await make([1]);
        if (!waiting) throw new Error("one was made");
        const moved = await documents.compareAndSetStatus({
          uuid: waiting.uuid,
          move: { from: 1, to: 6, isNotified: true, movers: [], when: "" },
          actor: "sweeper",
          reason: "upload-expired",
          at: NOON,
          failure: { code: "upload-expired", message: "No file came." },
          uploadExpiredBy: secondsAfterNoon(seconds),
        });
        expect(moved?.status ?? null).toBe(status);
      },
    );
  });
}

function describeIdempotencyKeys(open: Open) {
  describe("idempotency keys", () => {
    test("stored at or before a given time are removed, up to the limit", async () => {
      const { sweeps, placeIdempotencyKey } = await arrange(open);
      for (const seconds of [-2, -1, 0, 0.001]) {
        await placeIdempotencyKey(secondsAfterNoon(seconds));
      }
      expect(await sweeps.removeIdempotencyKeys(NOON, 2)).toBe(2);
      expect(await sweeps.removeIdempotencyKeys(NOON, 2)).toBe(1);
      expect(await sweeps.removeIdempotencyKeys(NOON, 2)).toBe(0);
      expect(await sweeps.removeIdempotencyKeys(secondsAfterNoon(1), 2)).toBe(1);
    });
  });
}

function describeBulkWork(open: Open) {
  describe("bulk work", () => {
    test.each(["ended", "preparing"] as const)(
      "that is %s and was created at or before a given time is removed, up to the limit",
      async (state) => {
        const { sweeps, placeBulkWork } = await arrange(open);
        for (const seconds of [-2, -1, 0, 0.001]) {
          await placeBulkWork(secondsAfterNoon(seconds), state);
        }
        const never = secondsAfterNoon(-3);
        const createdAt =
          state === "ended"
            ? { endedBy: NOON, preparedBy: never }
            : { endedBy: never, preparedBy: NOON };
        expect(await sweeps.removeBulkWork(createdAt, 2)).toBe(2);
        expect(await sweeps.removeBulkWork(createdAt, 2)).toBe(1);
        expect(await sweeps.removeBulkWork(createdAt, 2)).toBe(0);
      },
    );
  });
}

function describeReviewClaims(open: Open) {
  describe("review claims", () => {
    test("that ended at or before a given time are removed, up to the limit", async () => {
      const { sweeps, placeReviewClaim } = await arrange(open);
      for (const seconds of [-2, -1, 0, 0.001]) {
        await placeReviewClaim(secondsAfterNoon(seconds));
      }
      expect(await sweeps.removeReviewClaims(NOON, 2)).toBe(2);
      expect(await sweeps.removeReviewClaims(NOON, 2)).toBe(1);
      expect(await sweeps.removeReviewClaims(NOON, 2)).toBe(0);
      expect(await sweeps.removeReviewClaims(secondsAfterNoon(1), 2)).toBe(1);
    });
  });
}
