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
  /** The place of those words on the displayed page, from 0 to 1: left, top, right, bottom. */
  readonly bbox?: readonly [number, number, number, number] | null | undefined;
  /** The label next to the value. */
  readonly label?: string | null | undefined;
  /** How it was found, as a kebab-case word. */
  readonly method?: string | undefined;
  /** The result of the value's own check, such as check digits; null: it has none. */
  readonly check?: "passed" | "failed" | null | undefined;
}

/** Something about a document that a person should know; its text is derived from the code where it is shown. */
export interface ClassificationFinding {
  readonly code: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** The results of processing a document (DESIGN 3). */
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
  /** The next best classes, best first. */
  readonly alternatives?:
    | readonly { readonly documentClass: string; readonly score: number }[]
    | undefined;
  /** Which status the processor's results led to, and why, as kebab-case codes. */
  readonly decision?: { readonly status: number; readonly reasons: readonly string[] } | undefined;
  readonly findings?: readonly ClassificationFinding[] | undefined;
}
