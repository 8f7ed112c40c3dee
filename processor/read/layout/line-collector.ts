import { LIMITS } from "@/lib/processing/rules/limits";
import { ReadError } from "../read-error";

/** A line as its segments. */
export type TextRow = readonly string[];

/**
 * Collects the lines of a text that flows: paragraphs, and tables whose cells stand beside each other, tables in cells included.
 * Every `open` needs its `close`.
 */
export interface LineCollector {
  text(text: string): void;
  /** What follows stands apart on the same line, such as after a tab. */
  gap(): void;
  /** What follows is on a line of its own; nothing when the line is empty. */
  endLine(): void;
  openRow(): void;
  closeRow(): void;
  openCell(): void;
  closeCell(): void;
  readonly isInTable: boolean;
  /** All lines so far, outside of open tables; then it begins again. */
  take(): TextRow[];
}

/** Where lines go: the text itself, or a cell. */
interface Block {
  readonly rows: TextRow[];
  line: string[];
}

type Open = { readonly kind: "row"; readonly cells: Block[] } | { readonly kind: "cell" | "text" };

const OPEN_MAX = 200;
/** More than a document may give, spaces included. */
const CHARACTERS_MAX = 4 * LIMITS.textBytesMax;

const emptyBlock = (): Block => ({ rows: [], line: [""] });

/** An empty collector. */
export function createLineCollector(): LineCollector {
  const blocks: Block[] = [emptyBlock()];
  const open: Open[] = [];
  const state = { characters: 0 };
  const block = () => blocks.at(-1) ?? emptyBlock();

  const endLine = () => {
    const current = block();
    const segments = current.line.map((text) => text.trim()).filter((text) => text !== "");
    if (segments.length > 0) current.rows.push(segments);
    current.line = [""];
  };
  const push = (opened: Open) => {
    if (open.length >= OPEN_MAX) {
      throw new ReadError("limit-exceeded", { limit: "table-depth", maximum: OPEN_MAX / 2 });
    }
    endLine();
    open.push(opened);
  };

  return {
    text(text) {
      state.characters += text.length;
      if (state.characters > CHARACTERS_MAX) return;
      const { line } = block();
      line.push(`${line.pop() ?? ""}${text}`);
    },
    gap: () => void block().line.push(""),
    endLine,
    openRow: () => push({ kind: "row", cells: [] }),
    closeRow() {
      endLine();
      const row = open.pop();
      if (row?.kind === "row") addRows(block(), row.cells);
    },
    openCell() {
      // A cell outside of a row is text like any other.
      const isCell = open.at(-1)?.kind === "row";
      push({ kind: isCell ? "cell" : "text" });
      if (isCell) blocks.push(emptyBlock());
    },
    closeCell() {
      endLine();
      if (open.pop()?.kind !== "cell") return;
      const cell = blocks.pop();
      const row = open.at(-1);
      if (cell && row?.kind === "row") row.cells.push(cell);
    },
    get isInTable() {
      return open.length > 0;
    },
    take() {
      endLine();
      return block().rows.splice(0);
    },
  };
}

/** The first lines of all cells are one line, then the second ones, as they are seen: an address beside a date, a label beside its value. */
function addRows(to: Block, cells: readonly Block[]): void {
  const beside: string[][] = [];
  for (const { rows } of cells) {
    for (const [number, row] of rows.entries()) {
      const line = beside[number] ?? [];
      beside[number] = line;
      for (const segment of row) line.push(segment);
    }
  }
  for (const line of beside) to.rows.push(line);
}
