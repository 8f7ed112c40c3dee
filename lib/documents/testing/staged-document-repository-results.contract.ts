import { describe, expect, test } from "vitest";
import { DELETION_REASONS } from "../rules/deletion-reasons";
import { arrangeDocumentAt, changeOf, type OpenDocuments, UNKNOWN_UUID } from "./documents.fixture";

/** Defines the part of the document repository contract that covers results, deletions and renewed uploads. */
export function describeResultsAndRenewals(open: OpenDocuments): void {
  describe("results, deletions and renewals", () => {
    describeResults(open);
    describeDeletions(open);
    describeCorrections(open);
    describeRenewals(open);
  });
}

function describeResults(open: OpenDocuments) {
  const classification = {
    documentClass: "Mietvertrag",
    score: 0.875,
    language: "de",
    pages: 3,
    fields: [{ name: "rent", value: "1.200 €\n", score: 1, page: 2, text: null }],
    processor: "classifier/1.0",
  };

  describe("classification", () => {
    test("is stored as given, and a later move that gives no classification keeps it", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 3);
      const moved = await documents.compareAndSetStatus({
        ...changeOf(document.uuid, 3, 4),
        classification,
      });
      expect(moved?.classification).toEqual(classification);
      await documents.compareAndSetStatus(changeOf(document.uuid, 4, 3));
      expect((await documents.find(document.uuid))?.classification).toEqual(classification);
    });

    test("is replaced as a whole by a later classification", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 3);
      await documents.compareAndSetStatus({ ...changeOf(document.uuid, 3, 4), classification });
      const corrected = { ...classification, language: null, fields: [] };
      const change = { ...changeOf(document.uuid, 4, 5), classification: corrected };
      expect((await documents.compareAndSetStatus(change))?.classification).toEqual(corrected);
    });
  });
}

function describeDeletions(open: OpenDocuments) {
  describe("a deletion", () => {
    test.each(DELETION_REASONS)(
      "keeps the reason %s and the note in the record",
      async (reason) => {
        const { documents, document } = await arrangeDocumentAt(open, 4);
        const note = "Belongs to\nanother company";
        const deleted = await documents.compareAndSetStatus({
          ...changeOf(document.uuid, 4, 8),
          deletionReason: reason,
          note,
        });
        expect(deleted?.deletion).toEqual({ reason, note });
        expect(await documents.find(document.uuid)).toEqual(deleted);
        const page = { after: null, limit: 10 };
        const all = { assetIdentifier: null, status: null, updatedSince: null };
        expect(await documents.list(all, page)).toEqual([deleted]);
      },
    );

    test("without a reason has none, and documents that are not deleted have no deletion", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 2);
      expect(document.deletion).toBeNull();
      const moved = await documents.compareAndSetStatus(changeOf(document.uuid, 2, 8));
      expect(moved?.deletion).toEqual({ reason: null, note: null });
    });

    test("that loses to a concurrent change leaves no reason", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 5);
      const change = { ...changeOf(document.uuid, 4, 8), deletionReason: "duplicate" as const };
      expect(await documents.compareAndSetStatus(change)).toBeNull();
      expect(await documents.find(document.uuid)).toEqual(document);
    });
  });
}

function describeCorrections(open: OpenDocuments) {
  const classification = {
    documentClass: "lease",
    score: 1,
    language: null,
    pages: null,
    fields: [],
    processor: "person",
    documentClassSetBy: "reviewer:1",
    documentClassRead: null,
  };
  const corrected = [{ name: null, from: null, to: "lease", isAbsent: false }];
  const at = new Date("2026-03-01T18:00:00.123Z");
  const of = ({ uuid, updatedAt }: { uuid: string; updatedAt: Date }) => ({
    uuid,
    seenUpdatedAt: updatedAt,
    classification,
    corrected,
    at,
    actor: "reviewer:1",
  });

  describe("corrections", () => {
    test("come with the move, and are lost with a lost race", async () => {
      const { documents, document, historyOf } = await arrangeDocumentAt(open, 4);
      const move = { ...changeOf(document.uuid, 4, 5), classification, corrected };
      const approved = await documents.compareAndSetStatus(move);
      expect(approved).toMatchObject({ status: 5, classification });
      const other = { ...move, classification: { ...classification, documentClass: "invoice" } };
      expect(await documents.compareAndSetStatus(other)).toBeNull();
      expect(await documents.find(document.uuid)).toEqual(approved);
      expect(
        (await historyOf(document.uuid))?.filter((change) => change.currentStatus === 5),
      ).toHaveLength(1);
    });

    test("of an approved document change its results and its time, and nothing else", async () => {
      const { documents, document, historyOf } = await arrangeDocumentAt(open, 5);
      const before = await historyOf(document.uuid);
      const saved = await documents.correctApproved(of(document));
      expect(saved).toEqual({ ...document, classification, updatedAt: at });
      expect(await documents.find(document.uuid)).toEqual(saved);
      expect(await historyOf(document.uuid)).toEqual(before);
    });

    test("always increase the time, so that an earlier view of the document is noticed", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 5);
      const correction = { ...of(document), at: document.updatedAt };
      const saved = await documents.correctApproved(correction);
      expect(saved?.updatedAt.getTime()).toBe(document.updatedAt.getTime() + 1);
      const late = { ...correction, classification: { ...classification, pages: 7 } };
      expect(await documents.correctApproved(late)).toBeNull();
      expect(await documents.find(document.uuid)).toEqual(saved);
    });

    test.each([1, 2, 3, 4, 6, 8] as const)("do nothing at status %i", async (status) => {
      const { documents, document } = await arrangeDocumentAt(open, status);
      expect(await documents.correctApproved(of(document))).toBeNull();
      expect(await documents.find(document.uuid)).toEqual(document);
    });

    test("exactly one of ten concurrent corrections is saved", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 5);
      const saved = await Promise.all(
        Array.from({ length: 10 }, () => documents.correctApproved(of(document))),
      );
      expect(saved.filter(Boolean)).toHaveLength(1);
    });
  });
}

function describeRenewals(open: OpenDocuments) {
  const renewal = {
    uploadExpiresAt: new Date("2026-03-02T12:00:00.123Z"),
    at: new Date("2026-03-01T18:00:00.123Z"),
  };

  describe("renewing an upload", () => {
    test("stores the new time and changes nothing else, including the history", async () => {
      const { documents, document, historyOf } = await arrangeDocumentAt(open, 1);
      const renewed = await documents.renewUpload(document.uuid, renewal);
      const { uploadExpiresAt, at } = renewal;
      expect(renewed).toEqual({ ...document, uploadExpiresAt, updatedAt: at });
      expect(await documents.find(document.uuid)).toEqual(renewed);
      expect(await historyOf(document.uuid)).toHaveLength(1);
    });

    test.each([2, 4, 5, 6, 8] as const)("returns null at status %i", async (status) => {
      const { documents, document } = await arrangeDocumentAt(open, status);
      expect(await documents.renewUpload(document.uuid, renewal)).toBeNull();
      expect(await documents.find(document.uuid)).toEqual(document);
    });

    test("returns null for an unknown document", async () => {
      const { documents } = await open();
      expect(await documents.renewUpload(UNKNOWN_UUID, renewal)).toBeNull();
    });
  });
}
