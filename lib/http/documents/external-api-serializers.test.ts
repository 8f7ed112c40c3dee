import { describe, expect, test } from "vitest";
import type { StatusChange } from "@/lib/documents/rules/staged-document";
import type { Status } from "@/lib/documents/rules/status";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { aDocumentFile, aStagedDocument } from "@/lib/documents/testing/staged-document.fixture";
import { makePorts } from "../testing/in-memory-ports";
import {
  createdStagedDocument,
  stagedDocumentRecord,
  statusChangePage,
} from "./external-api-schemas";
import { renderStagedDocument, renderStatusChanges } from "./external-api-serializers";

const PUBLIC_URL = "https://stagedoor.example.com";
const UUID = "019cbc00-0000-7000-8000-0000000000aa";
const STATUSES: readonly Status[] = [1, 2, 3, 4, 5, 6, 8];

describe("the record of a document", () => {
  test("matches the published schema before the upload", () => {
    const record = renderStagedDocument(aStagedDocument(), PUBLIC_URL);
    expect(stagedDocumentRecord.parse(record)).toEqual({
      uuid: UUID,
      assetIdentifier: "BLD-0001",
      name: "report.pdf",
      status: 1,
      statusName: "waiting_for_upload",
      url: `${PUBLIC_URL}/external-api/staged-documents/${UUID}`,
      uploadExpiresAt: "2026-03-01T13:00:00.000Z",
      createdAt: "2026-03-01T12:00:00.000Z",
      updatedAt: "2026-03-01T12:00:00.000Z",
      file: null,
      duplicateOf: null,
      classification: null,
      failure: null,
      deletion: null,
    });
  });

  test("contains a file's size, type, digest and verification time, and nothing else about the file", () => {
    const document = aStagedDocument({ status: 2, file: aDocumentFile() });
    const record = stagedDocumentRecord.parse(renderStagedDocument(document, PUBLIC_URL));
    expect(record.uploadExpiresAt).toBeNull();
    expect(record.file).toEqual({
      size: 7,
      contentType: "application/pdf",
      sha256: null,
      verifiedAt: "2026-03-01T12:05:00.000Z",
    });
  });

  test("contains the reason for a failure", () => {
    const failure = { code: "upload-reported-failed", message: "It failed." };
    const record = renderStagedDocument(aStagedDocument({ status: 6, failure }), PUBLIC_URL);
    expect(stagedDocumentRecord.parse(record).failure).toEqual(failure);
  });

  test("contains the reason for a deletion and the note about it", () => {
    const deletion = { reason: "other", note: "Belongs to\nanother company" } as const;
    const record = renderStagedDocument(
      aStagedDocument({ status: 8, file: aDocumentFile(), deletion }),
      PUBLIC_URL,
    );
    expect(stagedDocumentRecord.parse(record).deletion).toEqual(deletion);
  });

  test("contains the results of processing in the published order", () => {
    const field = { name: "rent", value: "1.200 €", score: 0.5, page: null, text: "1.200 €" };
    const classification = {
      documentClass: "lease",
      score: 1,
      language: "de",
      pages: 2,
      fields: [field],
      processor: "classifier/1.0",
    };
    const document = aStagedDocument({ status: 4, file: aDocumentFile(), classification });
    const record = stagedDocumentRecord.parse(renderStagedDocument(document, PUBLIC_URL));
    expect(JSON.stringify(record.classification)).toBe(JSON.stringify(classification));
  });

  test.each(STATUSES)(
    "matches the published schema and does not contain the object key at status %i",
    (status) => {
      const file = status === 1 || status === 6 ? null : aDocumentFile();
      const record = renderStagedDocument(aStagedDocument({ status, file }), PUBLIC_URL);
      expect(() => stagedDocumentRecord.parse(record)).not.toThrow();
      expect(JSON.stringify(record)).not.toContain(aDocumentFile().objectKey);
      expect(JSON.stringify(record)).not.toMatch(/signature|uploadSignedUrl|objectKey/i);
    },
  );

  test("may contain a URL for writing only in the response to a creation", () => {
    const record = renderStagedDocument(aStagedDocument(), PUBLIC_URL);
    const created = { ...record, uploadSignedUrl: "https://objects.example.com/a?signature=1" };
    expect(() => createdStagedDocument.parse(created)).not.toThrow();
    expect(() => stagedDocumentRecord.parse(created)).toThrow();
    expect(() => createdStagedDocument.parse(record)).toThrow();
  });

  test("is JSON that parses to the same record", () => {
    const document = aStagedDocument({
      status: 2,
      file: aDocumentFile({ sizeBytes: 5 * 1024 ** 3 }),
    });
    const record = renderStagedDocument(document, PUBLIC_URL);
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
  });
});

describe("a page of a document's history", () => {
  test("matches the published schema for a real document", async () => {
    const ports = makePorts();
    const { uuid } = await makeDocumentAt(ports, 4);
    const rows = await ports.documents.listStatusChanges(uuid, { after: null, limit: 10 });
    const page = statusChangePage.parse(
      renderStatusChanges({ items: rows ?? [], nextAfter: null }),
    );
    expect(page.items[0]).toEqual({
      previousStatus: null,
      currentStatus: 1,
      at: "2026-03-01T12:00:00.000Z",
      actor: "test",
      reason: "created",
      notified: false,
      sequence: null,
    });
    expect(page.nextCursor).toBeNull();
  });

  test("has sequences as numbers and cursors as strings, even if a sequence needs more than 53 bits", () => {
    const change: StatusChange = {
      id: 7n,
      previousStatus: 1,
      currentStatus: 2,
      at: new Date("2026-03-01T12:00:00.000Z"),
      actor: "sweeper",
      reason: "reported",
      notified: true,
      sequence: 12n,
    };
    const page = renderStatusChanges({ items: [change], nextAfter: 9007199254740993n });
    expect(statusChangePage.parse(page)).toMatchObject({
      items: [{ sequence: 12 }],
      nextCursor: "9007199254740993",
    });
  });
});
