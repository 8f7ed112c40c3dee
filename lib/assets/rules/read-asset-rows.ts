import { storedIdentifierProblem } from "@/lib/documents/rules/staged-document";
import { type CsvRecord, csvRecords, unescapeFormulas } from "@/lib/kernel/rules/csv";
import {
  ASSET_CSV_COLUMNS,
  type AssetCsvColumn,
  assetDescriptionProblem,
  assetFolderOf,
  assetFolderProblem,
  assetNameProblem,
} from "./asset-texts";

/** The data from one row of a file. A value is undefined if the file does not have its column. */
export interface AssetRow {
  readonly line: number;
  readonly identifier: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly folder: string | null | undefined;
}

/** A problem with a file, in sentences that say what to do. `line` is null if the problem concerns the whole file. */
export interface FileProblem {
  readonly line: number | null;
  readonly problem: string;
}

/** The contents of a file, which must not be imported if there are problems. */
export interface AssetFile {
  readonly rows: readonly AssetRow[];
  readonly problems: readonly FileProblem[];
  /** The columns that are not imported, with the names in the file. */
  readonly ignoredColumns: readonly string[];
}

/**
 * The maximum number of rows in a file. Larger files must be split, because previewing or writing them would take
 * seconds.
 */
export const IMPORT_ROWS_MAX = 10_000;

/** The maximum size of a file: 10,000 assets with long names take about 1 MB. */
export const IMPORT_MEGABYTES_MAX = 5;

/** Reads the rows of a CSV file with any separator and checks each of them against the rules for assets. */
export function readAssetRows(text: string): AssetFile {
  const { records, head } = openFile(text);
  const { places, problem } = columnsOf(head);
  const ignoredColumns = head.cells
    .slice(0, COLUMNS_MAX)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "" && !isColumn(cell.toLowerCase()));
  if (problem !== null)
    return { rows: [], problems: [{ line: head.line, problem }], ignoredColumns };
  const rows: AssetRow[] = [];
  const problems: FileProblem[] = [];
  const lines = new Map<string, number>();
  for (const record of records) {
    if (record.problem === null && record.cells.every((cell) => cell.trim() === "")) continue;
    if (rows.length === IMPORT_ROWS_MAX) {
      problems.push({ line: record.line, problem: TOO_MANY });
      break;
    }
    const row = rowOf(record, places);
    rows.push(row);
    for (const each of problemsOf(record, head, row, lines)) {
      problems.push({ line: record.line, problem: each });
    }
    if (!lines.has(row.identifier)) lines.set(row.identifier, row.line);
  }
  if (rows.length === 0) problems.push({ line: null, problem: NO_ROWS });
  return { rows, problems, ignoredColumns };
}

const COLUMNS_MAX = 100;
const TOO_MANY_COLUMNS = `The file has more than ${COLUMNS_MAX} columns. Remove the columns that are not imported.`;
const TOO_MANY = `The file has more than ${IMPORT_ROWS_MAX} rows. Split it, and import one part after the other.`;
const NO_ROWS = "The file has no assets. Add a row for each asset below the column names.";
const NO_COLUMNS = `The first line must name the columns: identifier and name, and optionally folder and description.`;

/** The separators to try, in this order. Excel writes semicolons in locales with a decimal comma. */
const SEPARATORS = [",", ";", "\t"] as const;

/** Returns the first row and the rows after it, read with the separator that yields the most known columns. */
function openFile(text: string): { head: CsvRecord; records: Iterable<CsvRecord> } {
  // Excel may write a first line of its own that declares the separator.
  const [, declared] = /^sep=(.)(?:\r\n|\n|\r)/i.exec(text) ?? [];
  const open = (separator: string) => {
    const records = csvRecords(text, separator);
    if (declared) records.next();
    const { value } = records.next();
    const head: CsvRecord = value ?? { line: 1, cells: [], problem: null };
    return { head, records };
  };
  if (declared) return open(declared);
  const opened = SEPARATORS.map(open);
  const [best] = opened.toSorted((a, b) => knownIn(b.head) - knownIn(a.head));
  return best ?? open(",");
}

const isColumn = (name: string): name is AssetCsvColumn =>
  ASSET_CSV_COLUMNS.some((column) => column === name);
const namesOf = ({ cells }: CsvRecord) => cells.map((cell) => cell.trim().toLowerCase());
const knownIn = (head: CsvRecord) => namesOf(head).filter(isColumn).length;

type Places = Readonly<Record<AssetCsvColumn, number>>;

function columnsOf(head: CsvRecord): { places: Places; problem: string | null } {
  const names = namesOf(head);
  const at = (column: AssetCsvColumn) => names.indexOf(column);
  const places = {
    identifier: at("identifier"),
    name: at("name"),
    folder: at("folder"),
    description: at("description"),
  };
  const missing = (["identifier", "name"] as const).filter((column) => places[column] < 0);
  const twice = ASSET_CSV_COLUMNS.find((column) => names.lastIndexOf(column) !== at(column));
  if (head.problem) return { places, problem: head.problem };
  if (names.length > COLUMNS_MAX) return { places, problem: TOO_MANY_COLUMNS };
  if (missing.length > 0) {
    const problem = `There is no column ${missing.join(" and no column ")}. ${NO_COLUMNS}`;
    return { places, problem };
  }
  if (twice) return { places, problem: `The column “${twice}” appears twice. Remove one of them.` };
  return { places, problem: null };
}

function rowOf({ line, cells }: CsvRecord, places: Places): AssetRow {
  const cellOf = (column: AssetCsvColumn) =>
    places[column] < 0 ? undefined : unescapeFormulas(cells[places[column]] ?? "");
  const folder = cellOf("folder");
  return {
    line,
    identifier: cellOf("identifier") ?? "",
    name: (cellOf("name") ?? "").trim(),
    description: cellOf("description"),
    folder: folder === undefined ? undefined : assetFolderOf(folder),
  };
}

function problemsOf(
  record: CsvRecord,
  head: CsvRecord,
  { identifier, name, description, folder }: AssetRow,
  lines: ReadonlyMap<string, number>,
): readonly string[] {
  if (record.problem) return [record.problem];
  if (record.cells.slice(head.cells.length).some((cell) => cell.trim() !== "")) return [TOO_WIDE];
  const judged = [
    ["identifier", storedIdentifierProblem(identifier)],
    ["name", assetNameProblem(name)],
    ["description", assetDescriptionProblem(description ?? "")],
    ["folder", folder ? assetFolderProblem(folder) : null],
  ] as const;
  const earlier = lines.get(identifier);
  return [
    ...judged.flatMap(([column, problem]) =>
      problem === null ? [] : [cellProblem(column, problem)],
    ),
    ...(earlier === undefined || judged[0][1] !== null
      ? []
      : [`The identifier ${identifier} is already on line ${earlier}. Keep one of the two rows.`]),
  ];
}

/** Returns the problem with a cell, and what to do about it. */
export const cellProblem = (column: AssetCsvColumn, problem: string): string =>
  `The ${column} ${problem}. Correct this cell, or remove the row.`;

const TOO_WIDE =
  "The row has more cells than the first line. Put quotes around text that contains the separator.";

/** The text of a file, or the problem that prevents reading it and how to solve it. */
type DecodedCsv =
  | { readonly text: string }
  | { readonly line: number | null; readonly problem: string };

const SAVE_AS =
  "In Excel, choose “Save As” and the type “CSV UTF-8 (Comma delimited)”, then select the new file here.";
const WORKBOOK = [0x50, 0x4b, 0x03, 0x04];
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Decodes UTF-8, with or without a byte order mark. It does not guess other encodings: a wrong guess would rename
 * thousands of assets.
 */
export function decodeCsv(bytes: Uint8Array): DecodedCsv {
  const beginsWith = (start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);
  if (beginsWith(WORKBOOK) || beginsWith(OLD_WORKBOOK)) {
    return { line: null, problem: `This is an Excel workbook, not a CSV file. ${SAVE_AS}` };
  }
  if (beginsWith([0xff, 0xfe]) || beginsWith([0xfe, 0xff])) {
    return { line: null, problem: `The file is in UTF-16. ${SAVE_AS}` };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const problem = `A character on this line is not UTF-8, perhaps because the file was saved as Windows-1252. ${SAVE_AS}`;
    return { line: lineOfFault(bytes), problem };
  }
}

/** Returns the line of the first byte that is not UTF-8, or of an earlier U+FFFD that the file itself contains. */
function lineOfFault(bytes: Uint8Array): number {
  const text = new TextDecoder("utf-8").decode(bytes);
  return text.slice(0, text.indexOf("\ufffd")).split(/\r\n|\n|\r/).length;
}
