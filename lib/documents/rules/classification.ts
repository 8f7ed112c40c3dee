/** One value that extraction found, and where. */
export interface ExtractedField {
  readonly name: string;
  readonly value: string;
  /** 0 to 1. */
  readonly score: number;
  /** From 1; null when the processor does not say. */
  readonly page: number | null;
  /** The words that the value came from; null when the processor does not say. */
  readonly text: string | null;
}

/** What processing found out about a document (DESIGN 3). */
export interface Classification {
  readonly documentClass: string;
  /** 0 to 1. */
  readonly score: number;
  /** A BCP 47 tag such as `de`; null when unknown. */
  readonly language: string | null;
  readonly pages: number | null;
  readonly fields: readonly ExtractedField[];
  /** Who processed it, such as a program and its version. */
  readonly processor: string;
}
