import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { StatedFacts } from "@/lib/processing/rules/reading/file-facts";
import type { FindingCode } from "@/lib/processing/rules/reading/finding-codes";
import type { PageText } from "@/lib/processing/rules/reading/page-text";
import { groupLines } from "../layout/group-lines";
import { ReadError } from "../read-error";
import type { FindingList, ReadingContext } from "../reading-context";
import { findActiveContent } from "./find-active-content";
import { formWords } from "./form-words";
import { openPdf } from "./open-pdf";
import { attachedFileCount, pageAnnotations } from "./page-annotations";
import { pageWords } from "./page-words";
import { readAttachments } from "./read-attachments";

/** A page without `part` and `isAttachment`, which the caller adds. */
export type PdfPage = Pick<PageText, "number" | "size" | "lines">;

/** The pages to read, and a callback for each page that has been read. */
export interface PdfBatch {
  readonly firstPage: number;
  readonly lastPageMax: number;
  readonly onPage: (page: PdfPage) => void;
}

/** The result of reading a batch of a PDF. */
export interface PdfEnd {
  readonly pageCount: number;
  /** The page with which the next batch begins; null if nothing is left to read. */
  readonly nextPage: number | null;
  readonly stated: StatedFacts | null;
}

/**
 * Reads pages of a PDF, even if the document is protected against changes. The first batch also reports programs,
 * attached files and an e-invoice.
 * @throws ReadError `encrypted`, `corrupt`, or `no-text` if no page of the first batch has any text
 */
export async function readPdf(
  bytes: Uint8Array<ArrayBuffer>,
  batch: PdfBatch,
  context: ReadingContext,
): Promise<PdfEnd> {
  const isFirst = batch.firstPage === 1;
  if (isFirst) findActiveContent(bytes, context.findings);
  const pdf = await openPdf(bytes);
  try {
    const { document } = pdf;
    const stated = isFirst ? await readAttachments(document, context) : null;
    const nextPage = await readPages(document, batch, context);
    return { pageCount: document.numPages, nextPage, stated };
  } finally {
    await pdf.destroy();
  }
}

async function readPages(document: PDFDocumentProxy, batch: PdfBatch, context: ReadingContext) {
  const { firstPage, onPage } = batch;
  const { budget, findings, softEndMs } = context;
  const last = Math.min(document.numPages, batch.lastPageMax);
  const broken: number[] = [];
  const textless: number[] = [];
  let number = firstPage;
  for (; number <= last && !budget.isSpent; number += 1) {
    // A slow document continues in its next batch; each batch reads at least one page.
    if (number > firstPage && performance.now() > softEndMs) break;
    const page = await readPage(document, number, context);
    if (page === null) broken.push(number);
    else if (page.lines.length === 0) textless.push(number);
    onPage(page ?? { number, size: null, lines: [] });
  }
  const read = number - firstPage;
  if (firstPage === 1) assertReadable(read, broken.length, textless.length);
  addRanges(findings, "pages-not-readable", broken);
  addRanges(findings, "pages-without-text", textless);
  return number > document.numPages || budget.isSpent ? null : number;
}

/**
 * Checks that at least one of the first pages is readable and has text.
 * @throws ReadError if there is no such page
 */
function assertReadable(read: number, broken: number, textless: number): void {
  if (broken === read) throw new ReadError("corrupt", { format: "application/pdf" });
  if (broken + textless === read) throw new ReadError("no-text", { pages: read });
}

/** Adds one finding for each range of consecutive pages. */
function addRanges(findings: FindingList, code: FindingCode, numbers: readonly number[]): void {
  let from = numbers[0];
  for (const [index, number] of numbers.entries()) {
    if (from === undefined || numbers[index + 1] === number + 1) continue;
    findings.add(code, { from, to: number });
    from = numbers[index + 1];
  }
}

/** Returns null if this page is broken; other pages may still be readable. */
async function readPage(
  document: PDFDocumentProxy,
  number: number,
  { budget, findings }: ReadingContext,
): Promise<PdfPage | null> {
  let page: PDFPageProxy | null = null;
  try {
    page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const annotations = await pageAnnotations(page);
    const files = attachedFileCount(annotations);
    // The page number keeps findings of different pages apart.
    if (files > 0) findings.add("contains-embedded-files", { count: files, page: number });
    const words = [...(await pageWords(page, budget)), ...formWords(page, annotations, budget)];
    return { number, size: { width, height }, lines: groupLines(words, { width, height }) };
  } catch {
    return null;
  } finally {
    page?.cleanup();
  }
}
