import type {
  PDFDataRangeTransport,
  PDFDocumentLoadingTask,
} from "pdfjs-dist/legacy/build/pdf.mjs";

/** A PDF that is being opened. The code that takes it over must request again any parts that could not be read. */
export interface EarlyOpening {
  readonly task: PDFDocumentLoadingTask;
  readonly range: PDFDataRangeTransport;
  readonly missed: (readonly [begin: number, end: number])[];
  /** Set by the code that takes the PDF over, and called for parts that fail from then on; null before that. */
  readAgain: ((begin: number, end: number) => void) | null;
}
