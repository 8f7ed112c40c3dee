import { describe, expect, test } from "vitest";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { moveBetween } from "./document-at-status.fixture";
import { ALL, type OpenDocuments } from "./documents.fixture";

const OWNER = "019cbc00-0000-7000-8000-0000000000c1";
const OTHER_OWNER = "019cbc00-0000-7000-8000-0000000000c2";
const NOON = new Date("2026-03-01T12:00:00.000Z");
const NEVER = new Date("2020-01-01T00:00:00.000Z");
const CLAIM = { ownerId: OWNER, key: "k 1", requestHash: Buffer.alloc(32, 1), expiredAt: NEVER };

/** Defines the part of the document repository contract that covers idempotent creation. */
export function describeIdempotentCreation(open: OpenDocuments): void {
  const arrange = async () => {
    const { documents } = await open();
    const ids = createCountingIds();
    const create = (overrides: Partial<typeof CLAIM> = {}, at = NOON) =>
      documents.createOnce(
        {
          uuid: ids.uuid(),
          assetIdentifier: "A",
          name: "a.pdf",
          folder: "a/b",
          uploadExpiresAt: NOON,
        },
        { move: moveBetween(null, 1), actor: "test", reason: "created", at },
        { ...CLAIM, ...overrides },
      );
    return { documents, create };
  };

  describe("idempotent creation", () => {
    test("the first claim creates the document with its history, and both can be found", async () => {
      const { documents, create } = await arrange();
      const created = await create();
      if (!created) throw new Error("the key is free");
      expect(await documents.find(created.uuid)).toEqual(created);
      expect(await documents.listStatusChanges(created.uuid, ALL)).toHaveLength(1);
      expect(await documents.findClaimed(CLAIM)).toEqual({
        document: created,
        requestHash: CLAIM.requestHash,
      });
    });

    test("the second claim returns null, writes nothing and leaves the first unchanged", async () => {
      const { documents, create } = await arrange();
      const created = await create();
      expect(await create({ requestHash: Buffer.alloc(32, 2) })).toBeNull();
      expect((await documents.findClaimed(CLAIM))?.document).toEqual(created);
      expect((await documents.findClaimed(CLAIM))?.requestHash).toEqual(CLAIM.requestHash);
      const everything = { assetIdentifier: null, status: null, updatedSince: null };
      expect(await documents.list(everything, ALL)).toHaveLength(1);
    });

    test("a different key or owner creates a separate document", async () => {
      const { documents, create } = await arrange();
      const records = [
        await create(),
        await create({ key: "k 2" }),
        await create({ ownerId: OTHER_OWNER }),
      ];
      expect(new Set(records.map((document) => document?.uuid)).size).toBe(3);
      const found = await documents.findClaimed({ ownerId: OTHER_OWNER, key: CLAIM.key });
      expect(found?.document).toEqual(records[2]);
    });

    test("a new claim replaces an expired one", async () => {
      const { documents, create } = await arrange();
      await create();
      expect(await create({ expiredAt: new Date(NOON.getTime() - 1) })).toBeNull();
      const second = await create({ expiredAt: NOON, requestHash: Buffer.alloc(32, 2) });
      expect(second).not.toBeNull();
      expect(await documents.findClaimed(CLAIM)).toEqual({
        document: second,
        requestHash: Buffer.alloc(32, 2),
      });
    });

    test("nothing is found for an unused key", async () => {
      const { documents } = await arrange();
      expect(await documents.findClaimed(CLAIM)).toBeNull();
    });

    test("of 20 concurrent claims, exactly one creates a document, and all find it", async () => {
      const { documents, create } = await arrange();
      const records = await Promise.all(Array.from({ length: 20 }, () => create()));
      const winners = records.filter((document) => document !== null);
      expect(winners).toHaveLength(1);
      expect((await documents.findClaimed(CLAIM))?.document).toEqual(winners[0]);
    });
  });
}
