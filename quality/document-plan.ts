/** How pairs of labels and values are laid out. */
export type PairLayout = "inline" | "columns" | "above" | "right";

/** A part of a document, in order from top to bottom. */
export type Block =
  | { readonly kind: "title"; readonly text: string }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "lines"; readonly lines: readonly string[]; readonly side: "left" | "right" }
  | { readonly kind: "pairs"; readonly pairs: readonly Pair[]; readonly layout: PairLayout }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "foot"; readonly lines: readonly string[] }
  | { readonly kind: "break" };

type Pair = readonly [label: string, value: string];

/** A generated document: its layout and its expected results. */
export interface DocumentPlan {
  readonly blocks: readonly Block[];
  readonly fields: Readonly<Record<string, string>>;
  readonly isLandscape?: boolean;
}

export const title = (text: string): Block => ({ kind: "title", text });
export const heading = (text: string): Block => ({ kind: "heading", text });
export const text = (content: string): Block => ({ kind: "text", text: content });
export const left = (...lines: string[]): Block => ({ kind: "lines", lines, side: "left" });
export const right = (...lines: string[]): Block => ({ kind: "lines", lines, side: "right" });
export const pairs = (layout: PairLayout, ...list: Pair[]): Block => ({
  kind: "pairs",
  pairs: list,
  layout,
});
export const table = (...rows: string[][]): Block => ({ kind: "table", rows });
export const foot = (...lines: string[]): Block => ({ kind: "foot", lines });
export const pageBreak: Block = { kind: "break" };
