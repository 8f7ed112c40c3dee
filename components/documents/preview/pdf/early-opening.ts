import type {
  PDFDataRangeTransport,
  PDFDocumentLoadingTask,
} from "pdfjs-dist/legacy/build/pdf.mjs";

/** A PDF that is being opened. Whoever takes it over must read the parts that could not be read. */
export interface EarlyOpening {
  readonly task: PDFDocumentLoadingTask;
  readonly range: PDFDataRangeTransport;
  readonly missed: (readonly [begin: number, end: number])[];
  /** Set by whoever takes over, for parts that fail from then on; null before. */
  readAgain: ((begin: number, end: number) => void) | null;
}
