import type { ReadFormat } from "../reading/file-facts";

/** The encoding of a text file, named as in `TextDecoder`. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The identified content of a file. `other` is a known kind that is not read; its `format` names it. */
export interface Sniffed {
  readonly kind: ReadFormat | "empty" | "encrypted" | "executable" | "other";
  /** A media type. */
  readonly format: string;
  /** Of text. */
  readonly encoding?: TextEncoding;
  /** Of CSV. */
  readonly delimiter?: string;
}
