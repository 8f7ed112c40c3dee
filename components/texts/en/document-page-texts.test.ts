import { expect, test } from "vitest";
import type { PageDocument } from "@/lib/http/documents/document-page-schemas";
import { DOCUMENT_PAGE_TEXTS, noDataText } from "./document-page-texts";

const erased = { erasedAt: "2026-11-23T10:00:00.000Z" } as PageDocument["file"];

test.each([
  [1, null, DOCUMENT_PAGE_TEXTS.noDataYet],
  [2, null, DOCUMENT_PAGE_TEXTS.noDataYet],
  [3, null, DOCUMENT_PAGE_TEXTS.noDataWhileProcessing],
  [4, null, DOCUMENT_PAGE_TEXTS.noData],
  [5, null, DOCUMENT_PAGE_TEXTS.noData],
  [6, null, DOCUMENT_PAGE_TEXTS.noData],
  [8, null, DOCUMENT_PAGE_TEXTS.noData],
  [5, erased, DOCUMENT_PAGE_TEXTS.noDataErased],
  [8, erased, DOCUMENT_PAGE_TEXTS.noDataErased],
])("a document page at status %i explains why there is no data", (status, file, text) => {
  expect(noDataText({ status, file })).toBe(text);
});
