import type { Block, DocumentPlan, PairLayout } from "./document-plan";
import type { SeededRandom } from "./seeded-random";

/** A piece of text in one font size at one position, in points from the top left corner. */
export interface Placed {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly isBold: boolean;
}

/** A page with the positions of its pieces of text. */
export interface LaidOutPage {
  readonly width: number;
  readonly height: number;
  readonly placed: readonly Placed[];
}

/** Returns the width of a piece of text in points. */
export type Measure = (text: string, size: number, isBold: boolean) => number;

interface Pen {
  readonly pages: { width: number; height: number; placed: Placed[] }[];
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly size: number;
  readonly measure: Measure;
  top: number;
}

/** Lays out a document on A4 pages, with a font size and a margin that depend on the seed. */
export function layOut(plan: DocumentPlan, random: SeededRandom, measure: Measure): LaidOutPage[] {
  const isLandscape = plan.isLandscape === true;
  const pen: Pen = {
    pages: [],
    width: isLandscape ? 842 : 595,
    height: isLandscape ? 595 : 842,
    margin: random.pick([48, 56, 64]),
    size: random.pick([9, 10, 10, 11]),
    measure,
    top: 0,
  };
  addPage(pen);
  for (const block of plan.blocks) drawBlock(pen, block, random);
  return pen.pages;
}

function addPage(pen: Pen): void {
  pen.pages.push({ width: pen.width, height: pen.height, placed: [] });
  pen.top = pen.margin;
}

function drawBlock(pen: Pen, block: Block, random: SeededRandom): void {
  const { margin, size } = pen;
  switch (block.kind) {
    case "title":
      write(pen, block.text, margin, size + random.between(4, 9), true);
      pen.top += size * 0.6;
      return;
    case "heading":
      write(pen, block.text, margin, size + 1, true);
      return;
    case "text":
      for (const line of wrap(pen, block.text)) write(pen, line, margin, size, false);
      pen.top += size * 0.7;
      return;
    case "lines":
      drawLines(pen, block.lines, block.side === "left" ? margin : pen.width - margin - 190);
      return;
    case "pairs":
      drawPairs(pen, block.pairs, block.layout);
      pen.top += size;
      return;
    case "table":
      drawTable(pen, block.rows);
      pen.top += size;
      return;
    case "foot":
      drawFoot(pen, block.lines);
      return;
    case "break":
      addPage(pen);
      return;
  }
}

/** Writes one line and moves the pen below it. */
function write(pen: Pen, text: string, left: number, size: number, isBold: boolean): void {
  if (pen.top > pen.height - pen.margin - 40) addPage(pen);
  place(pen, text, left, pen.top, size, isBold);
  pen.top += size * 1.3;
}

function place(pen: Pen, text: string, left: number, top: number, size = pen.size, isBold = false) {
  pen.pages.at(-1)?.placed.push({ text, left, top, size, isBold });
}

function wrap(pen: Pen, text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (pen.measure(longer, pen.size, false) > pen.width - 2 * pen.margin && line !== "") {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
}

function drawLines(pen: Pen, lines: readonly string[], left: number): void {
  for (const line of lines) write(pen, line, left, pen.size, false);
  pen.top += pen.size * 0.9;
}

function drawPairs(
  pen: Pen,
  list: readonly (readonly [string, string])[],
  layout: PairLayout,
): void {
  if (layout === "above") {
    drawAbove(pen, list);
    return;
  }
  for (const [label, value] of list) {
    const { top } = pen;
    if (layout === "inline")
      write(pen, `${label.replace(/:$/u, "")}: ${value}`, pen.margin, pen.size, false);
    else if (layout === "columns") {
      write(pen, label, pen.margin, pen.size, false);
      place(pen, value, pen.margin + 170, pen.top - pen.size * 1.3);
    } else {
      write(pen, label, pen.width - pen.margin - 240, pen.size, false);
      const right = pen.width - pen.margin - pen.measure(value, pen.size, false);
      place(pen, value, right, Math.min(top, pen.top - pen.size * 1.3));
    }
  }
}

function drawAbove(pen: Pen, list: readonly (readonly [string, string])[]): void {
  const step = (pen.width - 2 * pen.margin) / 3;
  for (let from = 0; from < list.length; from += 3) {
    if (pen.top > pen.height - pen.margin - 60) addPage(pen);
    for (const [index, [label, value]] of list.slice(from, from + 3).entries()) {
      place(pen, label, pen.margin + index * step, pen.top, pen.size - 1, true);
      place(pen, value, pen.margin + index * step, pen.top + pen.size * 1.3);
    }
    pen.top += pen.size * 3.1;
  }
}

function drawTable(pen: Pen, rows: readonly (readonly string[])[]): void {
  const columns = rows[0]?.length ?? 1;
  const step = (pen.width - 2 * pen.margin) / columns;
  for (const [index, row] of rows.entries()) {
    if (pen.top > pen.height - pen.margin - 40) addPage(pen);
    for (const [column, cell] of row.entries()) {
      place(pen, cell, pen.margin + column * step, pen.top, pen.size, index === 0);
    }
    pen.top += pen.size * 1.5;
  }
}

function drawFoot(pen: Pen, lines: readonly string[]): void {
  for (const [index, line] of lines.entries()) {
    place(pen, line, pen.margin, pen.height - 52 + index * 11, pen.size - 2);
  }
}
