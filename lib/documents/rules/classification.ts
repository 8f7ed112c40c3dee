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
  /** How the value was found, as a kebab-case word; `person` if a person set it. */
  readonly method?: string | undefined;
  /** The result of validating the value itself, for example by its check digits; null if there is no check for it. */
  readonly check?: "passed" | "failed" | null | undefined;
  /** Who set the value in a review, as stored in the history; absent if the processor found it (decision 0092). */
  readonly setBy?: string | undefined;
  /** What the processor had found instead; null if it found nothing. Absent unless `setBy` is present. */
  readonly read?: ReadValue | null | undefined;
}

/** What a processor had found for a field before a person changed it. */
export type ReadValue = Pick<ExtractedField, "value" | "score"> &
  Partial<Pick<ExtractedField, "page" | "text" | "bbox" | "label" | "method" | "check">>;

/** A field that a person has looked for in vain, so that nobody is asked for it again. */
export interface AbsentField {
  readonly name: string;
  /** As stored in the history. */
  readonly setBy?: string | undefined;
  /** What the processor had found; null if it found nothing. */
  readonly read?: ReadValue | null | undefined;
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
  /** Who chose the class in a review, as stored in the history; absent if the processor chose it. */
  readonly documentClassSetBy?: string | undefined;
  /** The class that the processor had chosen; null if it chose none. Absent unless `documentClassSetBy` is present. */
  readonly documentClassRead?: Pick<Classification, "documentClass" | "score"> | null | undefined;
  /** The fields that are not in the document, according to a person. */
  readonly absentFields?: readonly AbsentField[] | undefined;
  /**
   * Values of the processor that a person removed, so that they can be restored. Records do not contain them: somebody may
   * look for the fields again.
   */
  readonly clearedFields?: readonly AbsentField[] | undefined;
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
