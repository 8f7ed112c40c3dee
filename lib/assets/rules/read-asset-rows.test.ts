import { describe, expect, test } from "vitest";
import { assetCsvHead, assetCsvLine } from "./asset-texts";
import { type AssetFile, decodeCsv, IMPORT_ROWS_MAX, readAssetRows } from "./read-asset-rows";

const HEAD = "identifier,name,folder,description\n";
const row = (identifier: string, name: string, rest: object = {}) =>
  expect.objectContaining({ identifier, name, ...rest });
const linesOf = ({ problems }: AssetFile) => problems.map(({ line }) => line);

describe("columns", () => {
  test.each([
    ["commas", "identifier,name\nA,Hof\n"],
    ["semicolons, as Excel writes them in Europe", "identifier;name\r\nA;Hof\r\n"],
    ["tabs", "identifier\tname\nA\tHof"],
    ["a first line that names the separator", "sep=;\r\nidentifier;name\r\nA;Hof"],
    ["a byte order mark", "\ufeffidentifier,name\nA,Hof"],
    ["another order, case and spaces", "Name , IDENTIFIER\nHof,A"],
  ])("are read from a file with %s", (_case, text) => {
    const decoded = decodeCsv(new TextEncoder().encode(text));
    const file = readAssetRows("text" in decoded ? decoded.text : "");
    expect(file).toEqual({ rows: [row("A", "Hof")], problems: [], ignoredColumns: [] });
    expect(file.rows[0]).toMatchObject({ folder: undefined, description: undefined });
  });

  test("that are unknown are reported and not imported", () => {
    const file = readAssetRows("identifier,Owner,name,,Built\nA,Ada,Hof,,1970");
    expect(file).toMatchObject({ problems: [], ignoredColumns: ["Owner", "Built"] });
    expect(file.rows).toEqual([row("A", "Hof")]);
  });

  test.each([
    ["", /no column identifier and no column name/],
    ["A,Hof\nB,Haus", /no column identifier and no column name/],
    ["identifier,folder\nA,B", /no column name\. The first line must name/],
    ["identifier,name,Name\nA,B,C", /The column “name” appears twice/],
    [`identifier,name${",x".repeat(99)}\nA,B`, /more than 100 columns/],
    ['identifier,"name\nA,B', /never closes/],
  ])("are reported with instructions if they have a problem: %j", (text, problem) => {
    const { rows, problems } = readAssetRows(text);
    expect(rows).toEqual([]);
    expect(problems).toEqual([{ line: 1, problem: expect.stringMatching(problem) }]);
  });
});

describe("rows", () => {
  test("keep their line numbers after empty rows and line breaks in cells", () => {
    const { rows, problems } = readAssetRows(
      `${HEAD}A,Hof,,"a\nb"\n\n , ,,\nB,Haus,Zürich / Alt /,\n`,
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      row("A", "Hof", { line: 2, folder: null, description: "a\nb" }),
      row("B", "Haus", { line: 6, folder: "Zürich/Alt", description: "" }),
    ]);
  });

  test.each([
    [",Hof,,", /^The identifier must not be empty\. Correct this cell, or remove the row\.$/],
    ["A,,,", /^The name must not be empty/],
    ['A,"a\nb",,', /^The name must be one line/],
    [`A,${"a".repeat(201)},,`, /^The name must have at most 200 characters/],
    [`${"a".repeat(256)},Hof,,`, /^The identifier must have at most 255 characters/],
    [`A,Hof,${"a".repeat(501)},`, /^The folder must have at most 500 characters/],
    [`A,Hof,,${"a".repeat(501)}`, /^The description must have at most 500 characters/],
    ["A\u0000,Hof,,", /^The identifier must not contain control characters/],
    ["A,Hof,,,more", /more cells than the first line/],
    ['A,"Hof" 7,,', /after a closing quote/],
    ['A,"Hof,,', /never closes/],
  ])("are reported with instructions if they have errors: %j", (text, problem) => {
    const { problems } = readAssetRows(`${HEAD}B,Fine,,\n${text}`);
    expect(problems).toEqual([{ line: 3, problem: expect.stringMatching(problem) }]);
  });

  test("with the same identifier in the same case are reported with the line of the earlier row", () => {
    const { problems } = readAssetRows(`${HEAD}A,1,,\na,2,,\nA,3,,\nA,4,,`);
    const problem = "The identifier A is already on line 2. Keep one of the two rows.";
    expect(problems).toEqual([
      { line: 4, problem },
      { line: 5, problem },
    ]);
  });

  test("are accepted up to the maximum number, and a file with one more row is rejected", () => {
    const rows = Array.from({ length: IMPORT_ROWS_MAX }, (_, n) => `A${n},Hof,,\n`).join("");
    expect(readAssetRows(HEAD + rows).problems).toEqual([]);
    expect(linesOf(readAssetRows(`${HEAD + rows}B,Hof,,`))).toEqual([IMPORT_ROWS_MAX + 2]);
  });

  test("must be present: a file with only a header is rejected", () => {
    expect(linesOf(readAssetRows(HEAD))).toEqual([null]);
  });
});

describe("encodings", () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)));

  test.each([
    [
      "Windows-1252",
      bytes("identifier,name\r\nA,Caf\u00e9\r\nB,Z", [0xfc], "rich"),
      3,
      /Windows-1252.*CSV UTF-8/,
    ],
    ["UTF-16", Buffer.from("\ufeffidentifier", "utf16le"), null, /UTF-16.*CSV UTF-8/],
    ["a workbook", bytes("PK", [3, 4, 20, 0]), null, /Excel workbook.*CSV UTF-8/],
    ["an old workbook", bytes([0xd0, 0xcf, 0x11, 0xe0]), null, /Excel workbook/],
  ])("%s is rejected with instructions", (_case, file, line, problem) => {
    expect(decodeCsv(file)).toEqual({ line, problem: expect.stringMatching(problem) });
  });
});

describe("an export", () => {
  const HOSTILE = [
    "=1+1",
    "'=1",
    "''+1",
    "+41 44",
    "-7",
    "@a",
    "'a",
    " =1",
    "a;b,c",
    'd"e',
    "'",
    "a\nb",
    "a;=HYPERLINK()",
    "a, -5",
    "a;'=1",
    "\t=1",
    "'\n=1",
    "\n \t;+1",
    "＝1+1",
    "a\n＠b",
    "a,\u00a0=1",
  ];

  test.each(["comma", "semicolon"] as const)("with a %s is read back unchanged", (separator) => {
    const assets = HOSTILE.map((description, n) => ({
      identifier: `A${n}`,
      name: "Hof",
      folder: n % 2 ? "B/C" : null,
      description,
    }));
    const text =
      assetCsvHead(separator) + assets.map((each) => assetCsvLine(each, separator)).join("");
    const { rows, problems } = readAssetRows(text.slice(1));
    expect(problems).toEqual([]);
    expect(rows.map(({ line: _, ...texts }) => texts)).toEqual(assets);
  });

  test.each(HOSTILE)("has no cell that a spreadsheet would execute: %j", (description) => {
    const line = assetCsvLine({ identifier: "A", name: "Hof", folder: null, description }, "comma");
    expect(line).toMatch(/^A,Hof,,/);
    for (const cell of line.split(/[,;\t\r\n]/)) expect(cell).not.toMatch(/^"?\s*[=+\-@＝＋－＠]/);
  });
});
