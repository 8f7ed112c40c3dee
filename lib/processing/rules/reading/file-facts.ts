/** The format of a file according to its content, never its name or its uploader. */
export type ReadFormat = "pdf" | "docx" | "xlsx" | "eml" | "text" | "csv" | "html" | "invoice-xml";

/** A value that the file states in machine-readable form, such as the XML of an e-invoice; its score is 1. */
export interface StatedValue {
  /** Name of a shipped field, such as `invoiceNumber`. */
  readonly field: string;
  /** In the format of stored fields: ISO dates, decimals with a point, IBANs without spaces. */
  readonly value: string;
  /** The value as written in the file. */
  readonly text: string;
}

/** Facts that the file states about itself in machine-readable form. */
export interface StatedFacts {
  readonly documentClass: string;
  /** For example `factur-x`, `cii` or `ubl`. */
  readonly source: string;
  readonly values: readonly StatedValue[];
}

/** The facts about an attachment of an email, which the attachment's first page carries. */
export interface AttachmentFacts {
  /** The attachment's name, after the name of the attached email that contains it, if any. */
  readonly name: string;
  readonly format: ReadFormat;
  readonly stated: StatedFacts | null;
}
