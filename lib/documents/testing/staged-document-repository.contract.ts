import { describe, expect, test } from "vitest";
import { makeDocumentAt, moveBetween } from "./document-at-status.fixture";
import {
  arrangeDocumentAt,
  changeOf,
  FILE,
  type OpenDocuments,
  UNKNOWN_UUID,
} from "./documents.fixture";
import { describeAssetMoves } from "./staged-document-repository-assets.contract";
import { describeHistory } from "./staged-document-repository-history.contract";
import { describeIdempotentCreation } from "./staged-document-repository-idempotency.contract";
import { describeList } from "./staged-document-repository-list.contract";
import { describeResultsAndRenewals } from "./staged-document-repository-results.contract";
import { describeSearch } from "./staged-document-repository-search.contract";

/**
 * Defines the contract tests that every document repository must pass; `open` opens an empty repository for each test.
 */
export function describeStagedDocumentRepositoryContract(name: string, open: OpenDocuments): void {
  describe(name, () => {
    describeCreation(open);
    describeMoves(open);
    describeFilesAndFailures(open);
    describeRaces(open);
    describeHistory(open);
    describeAssetMoves(open);
    describeResultsAndRenewals(open);
    describeList(open);
    describeSearch(open);
    describeIdempotentCreation(open);
    test("is reachable", async () => {
      const { documents } = await open();
      await expect(documents.checkReachable()).resolves.toBeUndefined();
    });
  });
}

function describeCreation(open: OpenDocuments) {
  describe("creation", () => {
    test("returns the same document as find, to the millisecond and the code point", async () => {
      const { documents } = await open();
      const at = new Date("2026-03-01T12:00:00.123Z");
      const input = {
        uuid: UNKNOWN_UUID,
        assetIdentifier: "Größe/№ 7 🏗️",
        name: `${"😀".repeat(251)}.pdf`,
        folder: "Größe/2026/№ 7 🏗️",
        uploadExpiresAt: new Date("2026-03-01T13:00:00.123Z"),
      };
      const change = { move: moveBetween(null, 1), actor: "api-key:1", reason: "created" } as const;
      const created = await documents.create(input, { ...change, at });
      expect(created).toEqual({
        ...input,
        status: 1,
        createdAt: at,
        updatedAt: at,
        file: null,
        classification: null,
        failure: null,
        deletion: null,
        processingRun: null,
        duplicateOf: null,
      });
      expect(await documents.find(input.uuid)).toEqual(created);
    });

    test("writes the first history row", async () => {
      const { document, historyOf } = await arrangeDocumentAt(open, 1);
      expect(await historyOf(document.uuid)).toEqual([
        {
          id: expect.any(BigInt),
          previousStatus: null,
          currentStatus: 1,
          at: document.createdAt,
          actor: "test",
          reason: "created",
          notified: false,
          sequence: null,
        },
      ]);
    });

    test("rejects an existing uuid and leaves the document unchanged", async () => {
      const { documents, document, historyOf } = await arrangeDocumentAt(open, 2);
      const again = { ...document, name: "other.pdf" };
      const change = { move: moveBetween(null, 1), actor: "test", reason: "created" } as const;
      await expect(
        documents.create(again, { ...change, at: document.createdAt }),
      ).rejects.toThrow();
      expect(await documents.find(document.uuid)).toEqual(document);
      expect(await historyOf(document.uuid)).toHaveLength(2);
    });

    test("finds nothing for an unknown uuid", async () => {
      const { documents } = await open();
      expect(await documents.find(UNKNOWN_UUID)).toBeNull();
    });
  });
}

function describeMoves(open: OpenDocuments) {
  describe("moves", () => {
    test("a move is returned, stored and written to the history", async () => {
      const { documents, document, historyOf } = await arrangeDocumentAt(open, 2);
      const change = changeOf(document.uuid, 2, 3);
      const moved = await documents.compareAndSetStatus(change);
      expect(moved).toEqual({ ...document, status: 3, updatedAt: change.at });
      expect(await documents.find(document.uuid)).toEqual(moved);
      expect(await historyOf(document.uuid)).toHaveLength(3);
      expect((await historyOf(document.uuid))?.at(-1)).toEqual({
        id: expect.any(BigInt),
        previousStatus: 2,
        currentStatus: 3,
        at: change.at,
        actor: "api-key:1",
        reason: "reported",
        notified: false,
        sequence: null,
      });
    });

    test("a move from a different status returns null and writes nothing", async () => {
      const { documents, document, historyOf } = await arrangeDocumentAt(open, 3);
      expect(await documents.compareAndSetStatus(changeOf(document.uuid, 2, 5))).toBeNull();
      expect(await documents.find(document.uuid)).toEqual(document);
      expect(await historyOf(document.uuid)).toHaveLength(3);
    });

    test("a move of an unknown document returns null and writes nothing", async () => {
      const { documents, historyOf } = await arrangeDocumentAt(open, 1);
      expect(await documents.compareAndSetStatus(changeOf(UNKNOWN_UUID, 1, 6))).toBeNull();
      expect(await historyOf(UNKNOWN_UUID)).toBeNull();
    });

    test("a move does not affect any other document", async () => {
      const { documents, document, historyOf, ...ports } = await arrangeDocumentAt(open, 1);
      const other = await makeDocumentAt({ ...ports, documents }, 1);
      await documents.compareAndSetStatus(changeOf(document.uuid, 1, 6));
      expect(await documents.find(other.uuid)).toEqual(other);
      expect(await historyOf(other.uuid)).toHaveLength(1);
    });
  });
}

function describeFilesAndFailures(open: OpenDocuments) {
  describe("files and failures", () => {
    test("the verified file is stored with the time of the move", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 1);
      const change = changeOf(document.uuid, 1, 2);
      await documents.compareAndSetStatus(change);
      expect((await documents.find(document.uuid))?.file).toEqual({
        ...FILE,
        verifiedAt: change.at,
        sha256: null,
        erasedAt: null,
      });
    });

    test("later moves do not change the file", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 2);
      await documents.compareAndSetStatus(changeOf(document.uuid, 2, 8));
      expect((await documents.find(document.uuid))?.file).toEqual(document.file);
    });

    test("a move to a status that needs a file is rejected without a file, and no history is written", async () => {
      const { documents, document, historyOf } = await arrangeDocumentAt(open, 1);
      const { file: _, ...withoutFile } = changeOf(document.uuid, 1, 2);
      await expect(documents.compareAndSetStatus(withoutFile)).rejects.toThrow();
      expect(await documents.find(document.uuid)).toEqual(document);
      expect(await historyOf(document.uuid)).toHaveLength(1);
    });

    test("a failure is stored with its move", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 3);
      const failure = { code: "processing-failed", message: "The pages are empty." };
      await documents.compareAndSetStatus({ ...changeOf(document.uuid, 3, 4), failure });
      expect((await documents.find(document.uuid))?.failure).toEqual(failure);
    });

    test("the next move clears a failure", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 3);
      const failure = { code: "processing-failed", message: "The pages are empty." };
      await documents.compareAndSetStatus({ ...changeOf(document.uuid, 3, 4), failure });
      await documents.compareAndSetStatus(changeOf(document.uuid, 4, 3));
      expect((await documents.find(document.uuid))?.failure).toBeNull();
    });
  });
}

function describeRaces(open: OpenDocuments) {
  describe("races", () => {
    test("of 20 identical concurrent moves, exactly one succeeds and writes one history row", async () => {
      const { documents, document, historyOf } = await arrangeDocumentAt(open, 1);
      const attempts = Array.from({ length: 20 }, () =>
        documents.compareAndSetStatus(changeOf(document.uuid, 1, 2)),
      );
      const won = (await Promise.all(attempts)).filter((answer) => answer !== null);
      expect(won).toHaveLength(1);
      expect(won[0]?.status).toBe(2);
      expect(await historyOf(document.uuid)).toHaveLength(2);
    });

    test("of two different concurrent moves, one succeeds, and the history shows which", async () => {
      const { documents, document, historyOf } = await arrangeDocumentAt(open, 1);
      const answers = await Promise.all([
        documents.compareAndSetStatus(changeOf(document.uuid, 1, 2)),
        documents.compareAndSetStatus(changeOf(document.uuid, 1, 6)),
      ]);
      const won = answers.filter((answer) => answer !== null);
      expect(won).toHaveLength(1);
      const found = await documents.find(document.uuid);
      expect(found?.status).toBe(won[0]?.status);
      const history = await historyOf(document.uuid);
      expect(history?.map(({ currentStatus }) => currentStatus)).toEqual([1, found?.status]);
    });
  });
}
