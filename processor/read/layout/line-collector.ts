import { LIMITS } from "@/lib/processing/rules/limits";
import { ReadError } from "../reading-context";

/** A line as a list of segments. */
export type TextRow = readonly string[];

/**
 * Collects the lines of flowing text: paragraphs, and tables with cells side by side, including nested tables. Every call
 * of `open` needs a matching call of `close`.
 */
export interface LineCollector {
  text(text: string): void;
  /** Starts a new segment on the same line, for example after a tab. */
  gap(): void;
  /** Ends the line; does nothing if it is empty. */
  endLine(): void;
  openRow(): void;
  closeRow(): void;
  openCell(): void;
  closeCell(): void;
  readonly isInTable: boolean;
  /** Returns all lines so far that are outside of open tables, and removes them from the collector. */
  take(): TextRow[];
}

/** The destination of lines: the text itself, or a cell. */
interface Block {
  readonly rows: TextRow[];
  line: string[];
}

type Open = { readonly kind: "row"; readonly cells: Block[] } | { readonly kind: "cell" | "text" };

const OPEN_MAX = 200;
/** More characters than a document may contain, including spaces. */
const CHARACTERS_MAX = 4 * LIMITS.textBytesMax;

const emptyBlock = (): Block => ({ rows: [], line: [""] });

/** Creates an empty collector. */
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
      // A cell outside a row is treated as ordinary text.
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

/**
 * Puts the first lines of all cells on one line, then the second lines, as they are displayed, for example an address
 * next to a date, or a label next to its value.
 */
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
