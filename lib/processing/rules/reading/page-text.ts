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

/**
 * The position of something on a page as displayed: left, top, right and bottom, each as a fraction (0..1) of the page's
 * width or height, from the top left corner.
 */
export type BoundingBox = readonly [left: number, top: number, right: number, bottom: number];

/** One word of a page. */
export interface Word {
  readonly text: string;
  /** null if the format has no visual pages, as with an email or a table. */
  readonly bbox: BoundingBox | null;
}

/** Words on a line without a wide gap between them: a table cell, or a column of a letter. */
export type Segment = readonly Word[];

/** One line, with its segments from left to right. */
export type TextLine = readonly Segment[];

/** The text of one page or, if the format has no pages, of one part such as a sheet or an attachment. */
export interface PageText {
  /** The page number, counted from 1 across all parts of the document. */
  readonly number: number;
  /**
   * The name of the attachment or sheet that contains the page; null for the document itself, such as the body of an
   * email.
   */
  readonly part: string | null;
  /**
   * Whether the page belongs to an email's attachment, which decides the class only if the email's body gives no class.
   */
  readonly isAttachment: boolean;
  /** Present only on the first page of an attachment; absent in pages saved by older versions. */
  readonly attachment?: AttachmentFacts;
  /** In points, as displayed; null if the format has no visual pages. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The lines from top to bottom. */
  readonly lines: readonly TextLine[];
}
