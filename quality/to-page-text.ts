import type { PageText, TextLine, Word } from "@/lib/processing/rules/reading/page-text";
import type { LaidOutPage, Measure, Placed } from "./lay-out";

/**
 * Returns the text that reading a drawn page should produce: lines from top to bottom, with a new segment after each wide
 * gap.
 */
export function toPageText(page: LaidOutPage, number: number, measure: Measure): PageText {
  const rows: Placed[][] = [];
  for (const placed of [...page.placed].sort((a, b) => a.top - b.top || a.left - b.left)) {
    const row = rows.find(([first]) => first !== undefined && isSameLine(first, placed));
    if (row === undefined) rows.push([placed]);
    else row.push(placed);
  }
  return {
    number,
    part: null,
    isAttachment: false,
    size: { width: page.width, height: page.height },
    lines: rows.map((row) => toLine(row, page, measure)),
  };
}

function isSameLine(a: Placed, b: Placed): boolean {
  return Math.abs(a.top + a.size / 2 - (b.top + b.size / 2)) < Math.min(a.size, b.size) * 0.5;
}

function toLine(row: readonly Placed[], page: LaidOutPage, measure: Measure): TextLine {
  return [...row]
    .sort((a, b) => a.left - b.left)
    .flatMap((placed) => placed.text.split(/ {3,}/u).map((cell) => ({ placed, cell })))
    .map(({ placed, cell }) => toWords(placed, cell, page, measure));
}

function toWords(
  { text, left, top, size, isBold }: Placed,
  cell: string,
  page: LaidOutPage,
  measure: Measure,
): Word[] {
  const offset = text.indexOf(cell);
  return [...cell.matchAll(/\S+/gu)].map((match) => {
    const start = left + measure(text.slice(0, offset + match.index), size, isBold);
    const end = start + measure(match[0], size, isBold);
    return {
      text: match[0],
      bbox: [start / page.width, top / page.height, end / page.width, (top + size) / page.height],
    };
  });
}
