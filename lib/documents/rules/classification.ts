/** A value that extraction found, and where. */
export interface ExtractedField {
  readonly name: string;
  readonly value: string;
  /** From 0 to 1. */
  readonly score: number;
  /** Counted from 1; null if the processor does not report it. */
  readonly page: number | null;
  /** The words that the value came from; null if the processor does not report them. */
  readonly text: string | null;
  /** The position of those words on the displayed page as left, top, right and bottom, each from 0 to 1. */
  readonly bbox?: readonly [number, number, number, number] | null | undefined;
  /** The label next to the value. */
  readonly label?: string | null | undefined;
  /** How the value was found, as a kebab-case word. */
  readonly method?: string | undefined;
  /** The result of validating the value itself, for example by its check digits; null if there is no check for it. */
  readonly check?: "passed" | "failed" | null | undefined;
}

/** A finding about a document; the text that people see is derived from its code. */
export interface ClassificationFinding {
  readonly code: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** The results of processing a document (decision 0022). */
export interface Classification {
  readonly documentClass: string;
  /** From 0 to 1. */
  readonly score: number;
  /** A BCP 47 tag such as `de`; null if unknown. */
  readonly language: string | null;
  readonly pages: number | null;
  readonly fields: readonly ExtractedField[];
  /** The processor, such as a program and its version. */
  readonly processor: string;
  /** The next best classes, best first. */
  readonly alternatives?:
    | readonly { readonly documentClass: string; readonly score: number }[]
    | undefined;
  /** The status that the processor's results led to, and why, as kebab-case codes. */
  readonly decision?: { readonly status: number; readonly reasons: readonly string[] } | undefined;
  readonly findings?: readonly ClassificationFinding[] | undefined;
  /** Absent unless the document is an email with attachments that were read. */
  readonly attachments?: readonly ClassifiedAttachment[] | undefined;
}

/** The results for one attachment of an email. The pages of its fields are those of the email. */
export interface ClassifiedAttachment
  extends Pick<
    Classification,
    "documentClass" | "score" | "language" | "pages" | "fields" | "alternatives" | "findings"
  > {
  /** The attachment's name, after the name of the attached email that contains it, if any. */
  readonly name: string;
}
