import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { aDocumentFile, aStagedDocument } from "@/lib/documents/testing/staged-document.fixture";
import type { PageText } from "../rules/reading/page-text";
import { makeProcessingPorts } from "../testing/in-memory-processing-ports";
import { listDocumentPages } from "./list-document-pages";

const page = (number: number): PageText => ({
  number,
  part: null,
  isAttachment: false,
  size: null,
  lines: [[[{ text: `page ${number}`, bbox: null }]]],
});

function arrangeTexts(pages: readonly PageText[]) {
  const ports = makeProcessingPorts();
  const requests: unknown[] = [];
  const findPages = async (...values: unknown[]) => {
    requests.push(values);
    return { pages, total: pages.length };
  };
  return { ports: { ...ports, documentTexts: { ...ports.documentTexts, findPages } }, requests };
}

describe("the pages read from a document", () => {
  test("are those that processing has saved, from the requested page on", async () => {
    const { ports, requests } = arrangeTexts([page(3)]);
    const { uuid } = await makeDocumentAt(ports, 4);
    const found = await listDocumentPages(ports, { uuid: uuid.toUpperCase(), from: 3, limit: 5 });
    expect(found).toEqual({ pages: [page(3)], total: 1, state: "read", failure: null });
    expect(requests).toEqual([[uuid, 3, 5]]);
  });

  test.each([
    [2, "pending"],
    [3, "pending"],
    [4, "unread"],
    [5, "unread"],
    [8, "unread"],
  ] as const)("are pending or unread if there are none: status %i is %s", async (status, state) => {
    const { ports } = arrangeTexts([]);
    const { uuid } = await makeDocumentAt(ports, status);
    expect(await listDocumentPages(ports, { uuid, from: 1, limit: 5 })).toMatchObject({ state });
  });

  test("come with the reason if reading failed", async () => {
    const { ports } = arrangeTexts([]);
    const failure = { code: "encrypted", message: "It needs a password." };
    const document = aStagedDocument({ status: 4, file: aDocumentFile(), failure });
    ports.documents.place(document);
    const found = await listDocumentPages(ports, { uuid: document.uuid, from: 1, limit: 5 });
    expect(found).toMatchObject({ state: "unread", failure });
  });
});

describe("pages are not available", () => {
  test.each([
    [1, "file-not-uploaded"],
    [6, "content-gone"],
  ] as const)("at status %i: %s", async (status, code) => {
    const { ports } = arrangeTexts([page(1)]);
    const { uuid } = await makeDocumentAt(ports, status);
    const asking = listDocumentPages(ports, { uuid, from: 1, limit: 5 });
    await expect(asking).rejects.toMatchObject({ code });
  });

  test("if the content was erased", async () => {
    const { ports } = arrangeTexts([page(1)]);
    const file = aDocumentFile({ erasedAt: ports.clock.now() });
    const document = aStagedDocument({ status: 5, file });
    ports.documents.place(document);
    const asking = listDocumentPages(ports, { uuid: document.uuid, from: 1, limit: 5 });
    await expect(asking).rejects.toMatchObject({ code: "content-gone" });
  });
});
