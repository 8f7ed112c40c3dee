import type {
  PDFDataRangeTransport,
  PDFDocumentLoadingTask,
} from "pdfjs-dist/legacy/build/pdf.mjs";

/** A PDF that is being opened; parts that could not be read are left to whoever takes it over. */
export interface EarlyOpening {
  readonly task: PDFDocumentLoadingTask;
  readonly range: PDFDataRangeTransport;
  readonly missed: (readonly [begin: number, end: number])[];
}
