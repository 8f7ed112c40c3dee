import { sniff } from "@/lib/processing/rules/formats/sniff";
import type { Sniffed } from "@/lib/processing/rules/formats/sniffed";
import { LIMITS } from "@/lib/processing/rules/limits";
import type { BatchEnd } from "@/lib/processing/rules/program-protocol";
import type { ReadFormat } from "@/lib/processing/rules/reading/file-facts";
import type { PageText } from "@/lib/processing/rules/reading/page-text";
import type { ReadPages } from "@/lib/processing/rules/reading/reading";
import { createTextBudget } from "@/lib/processing/rules/reading/text-budget";
import { findTestVirus } from "./find-test-virus";
import { readPdf } from "./pdf/read-pdf";
import { ReadError } from "./read-error";
import { readPart } from "./read-part";
import { readWhole } from "./read-whole";
import { createFindingList, type ReadingContext } from "./reading-context";

/** A request to read one batch of a file. */
export interface DocumentRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly firstPage: number;
  /** The number of UTF-8 bytes of the text in earlier batches. */
  readonly textBytesRead: number;
}

type OnPage = (page: PageText) => void;

/** Reads one batch of a file. A problem with the file is returned as a result; only our own errors are thrown. */
export async function readDocument(request: DocumentRequest, onPage: OnPage): Promise<BatchEnd> {
  const sniffed = sniff(request.bytes);
  const context: ReadingContext = {
    // Only a PDF is continued after the previous batch; a file in any other format is read from its beginning each time.
    budget: createTextBudget(sniffed.kind === "pdf" ? request.textBytesRead : 0),
    findings: createFindingList(),
    softEndMs: performance.now() + LIMITS.batchSecondsSoft * 1_000,
    depth: 0,
  };
  const { findings } = context;
  try {
    const end = await readBatch(request, sniffed, context, onPage);
    return { kind: "pages", ...end, findings: findings.all };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    const { code, parameters } = error;
    return { kind: "failure", code, parameters, findings: findings.all };
  }
}

type Part = Omit<ReadPages, "kind" | "pages" | "findings">;

async function readBatch(
  request: DocumentRequest,
  sniffed: Sniffed,
  context: ReadingContext,
  onPage: OnPage,
) {
  findTestVirus(request.bytes, context.findings);
  return sniffed.kind === "pdf"
    ? readPdfBatch(request, context, onPage)
    : readSlice(request, sniffed, context, onPage);
}

async function readPdfBatch(
  { bytes, firstPage }: DocumentRequest,
  context: ReadingContext,
  onPage: OnPage,
): Promise<Part> {
  const { pagesMax, pagesOfBatchMax } = LIMITS;
  let lastRead = firstPage - 1;
  const end = await readPdf(
    bytes,
    {
      firstPage,
      lastPageMax: Math.min(firstPage + pagesOfBatchMax - 1, pagesMax),
      onPage(page) {
        lastRead = page.number;
        onPage({ ...page, part: null, isAttachment: false });
      },
    },
    context,
  );
  const nextPage = lastRead >= pagesMax ? null : end.nextPage;
  if (nextPage === null) addUnread(context, lastRead, end.pageCount);
  return { format: "pdf", ...end, nextPage };
}

/** Reads a format without pages as a whole and returns it in batches. */
async function readSlice(
  { bytes, firstPage }: DocumentRequest,
  sniffed: Sniffed,
  context: ReadingContext,
  onPage: OnPage,
): Promise<Part> {
  const { pages, stated } = await readWhole(bytes, sniffed, context, readPart);
  if (!pages.some(({ lines }) => lines.length > 0))
    throw new ReadError("no-text", { pages: pages.length });
  const { pagesMax, pagesOfBatchMax } = LIMITS;
  const end = Math.min(firstPage - 1 + pagesOfBatchMax, pages.length, pagesMax);
  for (const [index, page] of pages.slice(firstPage - 1, end).entries()) {
    onPage({ ...page, number: firstPage + index });
  }
  const isLast = end === pages.length || end === pagesMax;
  if (isLast) addUnread(context, end, pages.length);
  return {
    format: sniffed.kind as ReadFormat,
    pageCount: pages.length,
    nextPage: isLast ? null : end + 1,
    stated: firstPage === 1 ? stated : null,
  };
}

function addUnread(
  { budget, findings }: ReadingContext,
  lastRead: number,
  pageCount: number,
): void {
  if (budget.isSpent) findings.add("text-not-read", { bytes: LIMITS.textBytesMax });
  if (lastRead < pageCount) findings.add("pages-not-read", { from: lastRead + 1, to: pageCount });
}
