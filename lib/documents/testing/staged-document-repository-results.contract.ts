import { describe, expect, test } from "vitest";
import { arrangeDocumentAt, changeOf, type OpenDocuments, UNKNOWN_UUID } from "./documents.fixture";

/** Defines the part of the document repository contract that covers processing results and renewed uploads. */
export function describeResultsAndRenewals(open: OpenDocuments): void {
  describe("results and renewals", () => {
    describeResults(open);
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
