import { describe, expect, test } from "vitest";
import type { StagedDocumentRepository } from "@/lib/documents/ports";
import { makeDocumentAt, moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { UNKNOWN_UUID } from "@/lib/documents/testing/documents.fixture";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import type { ReviewClaims, ReviewStatistics } from "../ports";

type Open = () => Promise<{
  readonly documents: StagedDocumentRepository;
  readonly reviews: ReviewClaims & ReviewStatistics;
}>;

const NOON = new Date("2026-03-01T12:00:00.000Z");
const noonPlus = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const ADA = "019cbc00-0000-7000-8000-00000000000a";
const BEN = "019cbc00-0000-7000-8000-00000000000b";

async function arrangeWith(open: Open) {
  const { documents, reviews } = await open();
  const ports = { documents, clock: createFixedClock(NOON), ids: createCountingIds() };
  const { uuid: documentUuid } = await makeDocumentAt(ports, 4);
  const hold = (userId: string, seconds: number, takesOver = false) =>
    reviews.hold(
      { documentUuid, userId, until: noonPlus(seconds + 120) },
      { at: noonPlus(seconds), takesOver },
    );
  const unavailableTo = (userId: string, seconds: number) =>
    reviews.listUnavailable(userId, noonPlus(seconds));
  return { ports, documents, reviews, documentUuid, hold, unavailableTo };
}

/** Defines the contract tests that every store of claims must pass; `open` opens an empty store for each test. */
export function describeReviewClaimsContract(name: string, open: Open): void {
  const arrange = () => arrangeWith(open);
  describe(name, () => {
    test("the first claim holds until it ends, and its owner can renew it", async () => {
      const { documentUuid, hold } = await arrange();
      const first = { documentUuid, userId: ADA, until: noonPlus(120) };
      expect(await hold(ADA, 0)).toEqual(first);
      expect(await hold(BEN, 119)).toEqual(first);
      expect(await hold(ADA, 119)).toEqual({ ...first, until: noonPlus(239) });
      expect(await hold(BEN, 120)).toMatchObject({ userId: ADA });
      expect(await hold(BEN, 239)).toEqual({ documentUuid, userId: BEN, until: noonPlus(359) });
    });

    test("a claim can be taken over, and its former owner learns who holds the document", async () => {
      const { hold } = await arrange();
      await hold(ADA, 0);
      expect(await hold(BEN, 1, true)).toMatchObject({ userId: BEN });
      expect(await hold(ADA, 2)).toMatchObject({ userId: BEN });
    });

    test("only the owner can release a claim", async () => {
      const { documentUuid, hold, reviews } = await arrange();
      await hold(ADA, 0);
      await reviews.release({ documentUuid, userId: BEN });
      expect(await hold(BEN, 1)).toMatchObject({ userId: ADA });
      await reviews.release({ documentUuid, userId: ADA });
      expect(await hold(BEN, 1)).toMatchObject({ userId: BEN });
    });

    test("an unknown document cannot be held", async () => {
      const { reviews } = await arrange();
      const claim = { documentUuid: UNKNOWN_UUID, userId: ADA, until: noonPlus(120) };
      expect(await reviews.hold(claim, { at: NOON, takesOver: true })).toBeNull();
    });

    test("ten concurrent calls leave one owner, and nobody else believes to be it", async () => {
      const { reviews, documentUuid } = await arrange();
      const users = createCountingIds();
      const attempts = Array.from({ length: 10 }, async () => {
        const userId = users.uuid();
        const claim = { documentUuid, userId, until: noonPlus(120) };
        const held = await reviews.hold(claim, { at: NOON, takesOver: false });
        return held?.userId === userId ? [userId] : [];
      });
      const owners = (await Promise.all(attempts)).flat();
      expect(owners).toHaveLength(1);
      const now = await reviews.hold(
        { documentUuid, userId: users.uuid(), until: noonPlus(121) },
        { at: noonPlus(1), takesOver: false },
      );
      expect(now?.userId).toBe(owners[0]);
    });

    test("a document is unavailable to others while it is held", async () => {
      const { hold, unavailableTo, documentUuid } = await arrange();
      await hold(ADA, 0);
      expect(await unavailableTo(ADA, 1)).toEqual([]);
      expect(await unavailableTo(BEN, 1)).toEqual([documentUuid]);
      expect(await unavailableTo(BEN, 120)).toEqual([]);
    });

    test("a document that somebody put off is unavailable only to them, until that time, and no longer held", async () => {
      const { hold, reviews, unavailableTo, documentUuid } = await arrange();
      await hold(ADA, 0);
      await reviews.skip({ documentUuid, userId: ADA, until: noonPlus(30) });
      await reviews.skip({ documentUuid, userId: ADA, until: noonPlus(60) });
      expect(await unavailableTo(ADA, 59)).toEqual([documentUuid]);
      expect(await unavailableTo(ADA, 60)).toEqual([]);
      expect(await unavailableTo(BEN, 1)).toEqual([]);
      expect(await hold(BEN, 1)).toMatchObject({ userId: BEN });
    });

    test("decisions are counted for the person who made them, in any role, from a time on", async () => {
      const { ports, documents, reviews } = await arrange();
      const decide = async (actor: string, to: 5 | 8, seconds: number) => {
        const { uuid } = await makeDocumentAt(ports, 4);
        const move = moveBetween(4, to);
        await documents.compareAndSetStatus({
          uuid,
          move,
          actor,
          reason: "reported",
          at: noonPlus(seconds),
        });
      };
      await decide(`reviewer:${ADA}`, 5, 1);
      await decide(`administrator:${ADA}`, 8, 2);
      await decide(`reviewer:${BEN}`, 5, 2);
      const { uuid } = await makeDocumentAt(ports, 4);
      const again = { move: moveBetween(4, 3), actor: `reviewer:${ADA}`, at: noonPlus(3) };
      await documents.compareAndSetStatus({ uuid, ...again, reason: "reported" });
      expect(await reviews.countDecided(ADA, NOON)).toBe(2);
      expect(await reviews.countDecided(ADA, noonPlus(2))).toBe(1);
      expect(await reviews.countDecided(BEN, noonPlus(3))).toBe(0);
    });
  });
}
