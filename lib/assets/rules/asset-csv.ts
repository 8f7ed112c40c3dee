import { csvField } from "@/lib/kernel/rules/csv-field";

/** The columns of an export; an import reads all of them. */
export const ASSET_CSV_COLUMNS = ["identifier", "name", "folder", "description"] as const;

/** A column of an export or import. */
export type AssetCsvColumn = (typeof ASSET_CSV_COLUMNS)[number];

/** The separators of cells: Excel expects a semicolon in locales with a decimal comma. */
export const ASSET_CSV_SEPARATORS = { comma: ",", semicolon: ";" } as const;

/** The name of a separator. */
export type AssetCsvSeparator = keyof typeof ASSET_CSV_SEPARATORS;

/** Returns the start of an export, with a byte order mark: without it, Excel reads the file as Windows-1252. */
export const assetCsvHead = (separator: AssetCsvSeparator): string =>
  `\ufeff${ASSET_CSV_COLUMNS.join(ASSET_CSV_SEPARATORS[separator])}\r\n`;

/** Returns the line of an asset in an export. */
export function assetCsvLine(
  asset: Readonly<Record<AssetCsvColumn, string | null>>,
  separator: AssetCsvSeparator,
): string {
  const sign = ASSET_CSV_SEPARATORS[separator];
  return `${ASSET_CSV_COLUMNS.map((column) => csvField(asset[column] ?? "", sign)).join(sign)}\r\n`;
}
