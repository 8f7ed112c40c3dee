import { formatNumber } from "./format-number";
import type { Workbook } from "./read-workbook";

/** A cell as it is stored. */
interface Cell {
  readonly type: string;
  readonly style: number;
  readonly value: string;
}

/** Returns a cell as displayed, on one line; "" for an empty cell. */
export function cellText(workbook: Workbook, { type, style, value }: Cell): string {
  switch (type) {
    case "s":
      return workbook.sharedStrings[Number(value)] ?? "";
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "n":
      return value === "" ? "" : formatNumber(value, workbook.formats[style] ?? 0, workbook.is1904);
    // ISO dates, formula results, inline strings and errors such as #REF! are displayed as they are stored.
    default:
      return value;
  }
}
