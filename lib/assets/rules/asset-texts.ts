import { csvField } from "@/lib/kernel/rules/csv";
import {
  hasVisibleCharacter,
  oneLineProblem,
  plainTextProblem,
} from "@/lib/kernel/rules/plain-text";

/** The texts that describe an asset; all of them can be changed. */
export interface AssetTexts {
  readonly name: string;
  /** Empty if the asset has no description. */
  readonly description: string;
  /** Folder names separated by /; null if the asset is at the top level. */
  readonly folder: string | null;
}

/** The maximum length of each text in code points. */
export const ASSET_TEXT_MAX = { name: 200, description: 500, folder: 500 } as const;

/**
 * Returns the problem with the name of an asset, or null if the name is valid. A valid name is one line and is not blank.
 */
export const assetNameProblem = (name: string): string | null =>
  oneLineProblem(name, ASSET_TEXT_MAX.name);

/**
 * Returns the problem with the description of an asset, or null if the description is valid. A description may be empty.
 */
export function assetDescriptionProblem(description: string): string | null {
  return plainTextProblem(description, {
    charactersMin: 0,
    charactersMax: ASSET_TEXT_MAX.description,
  });
}

/**
 * Returns a folder in the form in which assets store it: without spaces and slashes around the names, or null if no name
 * is left.
 */
export function assetFolderOf(text: string): string | null {
  const names = text.split("/").map((name) => name.trim());
  return names.filter((name) => name !== "").join("/") || null;
}

/**
 * Returns the problem with the folder of an asset, or null if the folder is valid. A valid folder consists of names
 * separated by /, such as Zürich/Altstadt.
 */
export function assetFolderProblem(folder: string): string | null {
  const problem = oneLineProblem(folder, ASSET_TEXT_MAX.folder);
  if (problem) return problem;
  if (/\p{Bidi_Control}/u.test(folder))
    return "must not contain characters that change the reading direction";
  const isPath = folder
    .split("/")
    .every((name) => name === name.trim() && hasVisibleCharacter(name));
  return isPath ? null : "must be names separated by /, such as Zürich/Altstadt";
}

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
