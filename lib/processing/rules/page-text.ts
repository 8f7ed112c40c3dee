/**
 * Where something stands on a page as it is shown: left, top, right, bottom, each as a part of the page's width or height (0..1),
 * from the top left corner (DESIGN 10).
 */
export type BoundingBox = readonly [left: number, top: number, right: number, bottom: number];

/** One word of a page. */
export interface Word {
  readonly text: string;
  /** null: the format has no pages that are shown, such as a mail or a table. */
  readonly bbox: BoundingBox | null;
}

/** Words of a line without a wide gap between them: a cell of a table, a column of a letter. */
export type Segment = readonly Word[];

/** One line, its segments from left to right. */
export type TextLine = readonly Segment[];

/** The text of one page; of a format without pages, of one part of it, such as a sheet or an attachment. */
export interface PageText {
  /** From 1, over all parts of the document. */
  readonly number: number;
  /** What it is a part of: the name of an attachment or of a sheet; null: the document itself, such as the body of a mail. */
  readonly part: string | null;
  /** Of a mail's attachment, which never decides the class of the mail while its body does. */
  readonly isAttachment: boolean;
  /** In points, as shown; null: the format has no pages that are shown. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** From top to bottom. */
  readonly lines: readonly TextLine[];
}
