import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, inflateSync } from "node:zlib";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { sniff } from "@/lib/processing/rules/formats/sniff";
import type { PageText, StatedFacts } from "@/lib/processing/rules/reading/page-text";
import type { FindingCode } from "@/lib/processing/rules/reading/reading";
import { groupLines } from "../layout/group-lines";
import { type FindingList, ReadError, type ReadingContext } from "../reading-context";
import { readInvoice } from "../xml/read-invoice";
import { attachedFileCount, formWords, pageAnnotations } from "./form-words";
import { pageWords } from "./page-words";

/** A page without `part` and `isAttachment`, which the caller adds. */
type PdfPage = Pick<PageText, "number" | "size" | "lines">;

/** The pages to read, and a callback for each page that has been read. */
interface PdfBatch {
  readonly firstPage: number;
  readonly lastPageMax: number;
  readonly onPage: (page: PdfPage) => void;
}

/** The result of reading a batch of a PDF. */
interface PdfEnd {
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

/** The properties of the library's attachments that we use. */
interface Attachment {
  readonly content?: unknown;
}

const INVOICE_BYTES_MAX = 20 * 1024 * 1024;

/**
 * Reads the e-invoice attached to a PDF (Factur-X, ZUGFeRD, XRechnung), whatever its name; null if no attachment is a
 * readable e-invoice. Other attachments become a finding.
 */
async function readAttachments(
  document: PDFDocumentProxy,
  { findings }: ReadingContext,
): Promise<StatedFacts | null> {
  const attachments = await document.getAttachments().catch(() => null);
  const files: Attachment[] = Object.values(attachments ?? {});
  let stated: StatedFacts | null = null;
  let others = 0;
  for (const { content } of files) {
    const invoice = content instanceof Uint8Array ? tryInvoice(content) : null;
    if (invoice) stated ??= { ...invoice, source: "factur-x" };
    else others += 1;
  }
  if (others > 0) findings.add("contains-embedded-files", { count: others });
  return stated;
}

/** A broken e-invoice must not prevent reading the text of its PDF. */
function tryInvoice(content: Uint8Array): StatedFacts | null {
  if (content.length > INVOICE_BYTES_MAX || sniff(content).kind !== "invoice-xml") return null;
  try {
    return readInvoice(content).stated;
  } catch {
    return null;
  }
}

/** The names that mark programs in a PDF, with their findings. */
const NAMES = [
  ["/JavaScript", "contains-javascript"],
  ["/Launch", "contains-launch-action"],
] as const;

const STREAM_BYTES_MAX = 4 * 1024 * 1024;
const STREAMS_MAX = 200;

/**
 * Looks for programs in a PDF: in the file itself and in compressed object streams. This is a hint for people, not a
 * virus scanner: it does not read streams of encrypted files and misses deliberately disguised names.
 */
function findActiveContent(bytes: Uint8Array, findings: FindingList): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = [file, ...objectStreams(file)];
  for (const [name, code] of NAMES) {
    if (texts.some((text) => hasName(text, name))) findings.add(code);
  }
}

/** Whether the text contains this exact name and not just a longer name that starts with it. */
function hasName(text: Buffer, name: string): boolean {
  for (
    let at = text.indexOf(name, 0, "latin1");
    at >= 0;
    at = text.indexOf(name, at + 1, "latin1")
  ) {
    const next = text[at + name.length] ?? 0x20;
    if (!/[\w.-]/.test(String.fromCharCode(next))) return true;
  }
  return false;
}

/** Returns the contents of object streams, as far as they can be decompressed. */
function* objectStreams(file: Buffer): Generator<Buffer> {
  let at = file.indexOf("/ObjStm", 0, "latin1");
  for (let count = 0; at >= 0 && count < STREAMS_MAX; count += 1) {
    const keyword = file.indexOf("stream", at, "latin1");
    if (keyword < 0) return;
    const start = keyword + "stream".length + (file[keyword + 6] === 0x0d ? 2 : 1);
    const end = file.indexOf("endstream", start, "latin1");
    if (end < 0) return;
    const unpacked = unpack(file.subarray(start, end));
    if (unpacked) yield unpacked;
    at = file.indexOf("/ObjStm", end, "latin1");
  }
}

function unpack(packed: Buffer): Buffer | null {
  try {
    return inflateSync(packed, {
      maxOutputLength: STREAM_BYTES_MAX,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    // The stream is compressed with a different method, or is too large for an object stream.
    return null;
  }
}

/** An open PDF; close it with `destroy`. */
interface OpenPdf {
  readonly document: PDFDocumentProxy;
  destroy(): Promise<void>;
}

/**
 * Opens a PDF and takes ownership of `bytes`.
 * @throws ReadError `encrypted` if a password is needed to open it, `corrupt` if it is not a PDF
 */
async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenPdf> {
  const { getDocument } = await loadPdfjs();
  const task = getDocument({
    data: bytes,
    verbosity: 0,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    stopAtErrors: false,
    // Reading text does not need images, so images larger than one pixel are not decoded.
    maxImageSize: 1,
    cMapUrl: `${join(resourcesDirectory(), "cmaps")}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(resourcesDirectory(), "standard_fonts")}/`,
  });
  try {
    return { document: await task.promise, destroy: () => task.destroy() };
  } catch (error) {
    await task.destroy();
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new ReadError(isLocked ? "encrypted" : "corrupt", { format: "application/pdf" });
  }
}

/** Loads the library on demand, so that only the first PDF of a program pays for it. */
async function loadPdfjs() {
  // Without these names the library would look for a native package for drawing; text extraction only needs the names to
  // exist.
  globalThis.DOMMatrix ??= Matrix as unknown as typeof DOMMatrix;
  globalThis.ImageData ??= class {} as unknown as typeof ImageData;
  globalThis.Path2D ??= class {} as unknown as typeof Path2D;
  // The library's parser, which it would otherwise load from a separate file.
  await import("pdfjs-dist/legacy/build/pdf.worker.mjs");
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}

class Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
  constructor(values: readonly number[] = [1, 0, 0, 1, 0, 0]) {
    [this.a = 1, this.b = 0, this.c = 0, this.d = 1, this.e = 0, this.f = 0] = values;
  }
}

/** Returns the folder of the bundle, which also holds its character maps and fonts. */
function resourcesDirectory(): string {
  return dirname(fileURLToPath(import.meta.url));
}
