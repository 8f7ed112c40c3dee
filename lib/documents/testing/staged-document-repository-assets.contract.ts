import { describe, expect, test } from "vitest";
import { MOVABLE_STATUSES } from "../rules/status";
import { arrangeDocumentAt, changeOf, type OpenDocuments, UNKNOWN_UUID } from "./documents.fixture";

const to = "Größe/№ 7";
const at = new Date("2026-03-01T18:00:00.123Z");
const author = { actor: "reviewer:1" };

/** Defines the part of the document repository contract that covers moves to another asset. */
export function describeAssetMoves(open: OpenDocuments): void {
  describe("a move to another asset", () => {
    test.each(MOVABLE_STATUSES)("at status %i changes only the asset", async (status) => {
      const { documents, document, historyOf } = await arrangeDocumentAt(open, status);
      const before = await historyOf(document.uuid);
      const { uuid, assetIdentifier: from } = document;
      const moved = await documents.moveToAsset({ uuid, from, to, at, ...author });
      expect(moved).toEqual({ ...document, assetIdentifier: to, updatedAt: at });
      expect(await documents.find(uuid)).toEqual(moved);
      expect(await historyOf(uuid)).toEqual(before);
    });

    test.each([1, 6, 8] as const)("at status %i does nothing and returns null", async (status) => {
      const { documents, document } = await arrangeDocumentAt(open, status);
      const { uuid, assetIdentifier: from } = document;
      expect(await documents.moveToAsset({ uuid, from, to, at, ...author })).toBeNull();
      expect(await documents.find(uuid)).toEqual(document);
    });

    test("returns null if the document no longer has the original asset", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 2);
      const { uuid } = document;
      const move = { uuid, from: "elsewhere", to, at, ...author };
      expect(await documents.moveToAsset(move)).toBeNull();
      expect(await documents.moveToAsset({ ...move, uuid: UNKNOWN_UUID })).toBeNull();
      expect(await documents.find(uuid)).toEqual(document);
    });

    test("persists through later status changes", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 4);
      const { uuid, assetIdentifier: from } = document;
      await documents.moveToAsset({ uuid, from, to, at, ...author });
      const approved = await documents.compareAndSetStatus(changeOf(uuid, 4, 5));
      expect(approved).toMatchObject({ status: 5, assetIdentifier: to });
    });
  });
}
