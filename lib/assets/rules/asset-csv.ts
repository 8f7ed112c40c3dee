import { csvField } from "@/lib/kernel/rules/csv-field";

/** The columns of an export, all of which an import reads. */
export const ASSET_CSV_COLUMNS = ["identifier", "name", "folder", "description"] as const;

/** One of the columns. */
export type AssetCsvColumn = (typeof ASSET_CSV_COLUMNS)[number];

/** Between the cells: Excel reads the second one where a comma stands in decimal numbers. */
export const ASSET_CSV_SEPARATORS = { comma: ",", semicolon: ";" } as const;

/** The name of a separator. */
export type AssetCsvSeparator = keyof typeof ASSET_CSV_SEPARATORS;

/** How an export begins: Excel takes a file without a byte order mark for Windows-1252. */
export const assetCsvHead = (separator: AssetCsvSeparator): string =>
  `\ufeff${ASSET_CSV_COLUMNS.join(ASSET_CSV_SEPARATORS[separator])}\r\n`;

/** The line of an asset in an export. */
export function assetCsvLine(
  asset: Readonly<Record<AssetCsvColumn, string | null>>,
  separator: AssetCsvSeparator,
): string {
  const sign = ASSET_CSV_SEPARATORS[separator];
  return `${ASSET_CSV_COLUMNS.map((column) => csvField(asset[column] ?? "", sign)).join(sign)}\r\n`;
}
