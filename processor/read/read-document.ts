import { sniff } from "@/lib/processing/rules/formats/sniff";
import type { Sniffed } from "@/lib/processing/rules/formats/sniff-text";
import { LIMITS } from "@/lib/processing/rules/limits";
import type { BatchEnd } from "@/lib/processing/rules/program-protocol";
import type { PageText, ReadFormat } from "@/lib/processing/rules/reading/page-text";
import type { ReadPages } from "@/lib/processing/rules/reading/reading";
import { createTextBudget } from "@/lib/processing/rules/reading/text-budget";
import type { AttachedText } from "./mail/read-mail-attachments";
import { readPdf } from "./pdf/read-pdf";
import {
  createFindingList,
  type FindingList,
  partPages,
  ReadError,
  type ReadingContext,
  type UnnumberedPage,
  type WholeText,
} from "./reading-context";
import { rowsPage } from "./text/page-builder";
import { csvRows, decodeHtml, decodeText, textPages } from "./text/text-pages";

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
  const { pages, stated } = await readWhole(bytes, sniffed, context);
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

/**
 * Reads a file contained in another file, in one go.
 * @throws ReadError
 */
async function readPart(
  bytes: Uint8Array<ArrayBuffer>,
  context: ReadingContext,
): Promise<AttachedText> {
  if (context.depth > LIMITS.mailDepthMax) {
    throw new ReadError("limit-exceeded", { limit: "mail-depth", maximum: LIMITS.mailDepthMax });
  }
  findTestVirus(bytes, context.findings);
  const sniffed = sniff(bytes);
  if (sniffed.kind !== "pdf") {
    const whole = await readWhole(bytes, sniffed, context);
    return { ...whole, format: sniffed.kind as ReadFormat };
  }
  const pages: UnnumberedPage[] = [];
  const onPage = ({ size, lines }: Pick<UnnumberedPage, "size" | "lines">) =>
    void pages.push({ part: null, isAttachment: true, size, lines });
  const { pageCount, stated } = await readPdf(
    bytes,
    { firstPage: 1, lastPageMax: LIMITS.pagesMax, onPage },
    context,
  );
  const unread = pageCount - pages.length;
  if (unread > 0) context.findings.add("attachment-pages-not-read", { count: unread });
  return { pages, stated, format: "pdf" };
}

/**
 * Reads a file in a format without pages, in one go. Only the reader for its format is loaded.
 * @throws ReadError
 */
async function readWhole(
  bytes: Uint8Array<ArrayBuffer>,
  sniffed: Sniffed,
  context: ReadingContext,
): Promise<WholeText> {
  const { kind, format, encoding = "utf-8", delimiter = "," } = sniffed;
  const onePage = (rows: Iterable<readonly string[]>) => partPages([rowsPage(rows, context)]);
  switch (kind) {
    case "text":
      return { pages: partPages(textPages(decodeText(bytes, encoding), context)), stated: null };
    case "csv":
      return { pages: onePage(csvRows(decodeText(bytes, encoding), delimiter)), stated: null };
    case "html": {
      const { htmlRows } = await import("./text/html-rows");
      return { pages: onePage(htmlRows(decodeHtml(bytes, encoding))), stated: null };
    }
    case "invoice-xml": {
      const { readInvoice } = await import("./xml/read-invoice");
      const { rows, stated } = readInvoice(bytes);
      return { pages: onePage(rows), stated };
    }
    case "docx":
      return (await import("./office/read-docx")).readDocx(bytes, context);
    case "xlsx":
      return (await import("./office/read-xlsx")).readXlsx(bytes, context);
    case "eml":
      return (await import("./mail/read-mail")).readMail(bytes, context, readPart);
    default:
      throw unread(kind, format, context);
  }
}

function unread(kind: Sniffed["kind"], format: string, { findings }: ReadingContext): ReadError {
  if (kind === "empty") return new ReadError("file-empty");
  if (kind === "encrypted") return new ReadError("encrypted", { format });
  if (kind === "executable") findings.add("executable", { format });
  return new ReadError("format-not-read", { format });
}

/** The EICAR test file for virus scanners, in two pieces, because scanners would otherwise report this source file. */
const TEST_VIRUS = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-", "STANDARD-ANTIVIRUS-TEST-FILE!"].join(
  "",
);
/** Scanners detect this text only at the beginning of a file; containers may put a few bytes before it. */
const WITHIN_BYTES = 4_096;

/**
 * Adds a finding if the file is the test file for virus scanners, because people send this file to see whether files are
 * checked.
 */
function findTestVirus(bytes: Uint8Array, findings: FindingList): void {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, WITHIN_BYTES));
  if (head.includes(TEST_VIRUS, 0, "latin1")) findings.add("eicar-test-file");
}
