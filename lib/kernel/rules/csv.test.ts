import { describe, expect, test } from "vitest";
import { csvField, csvRecords } from "./csv";

const rowsOf = (text: string, separator = ",") =>
  [...csvRecords(text, separator)].map(({ line, cells }) => [line, ...cells]);

describe("reading", () => {
  test.each<[string, string, (string | number)[][]]>([
    ["nothing", "", []],
    ["one row without its end", "a,b", [[1, "a", "b"]]],
    [
      "every kind of line break",
      "a\nb\r\nc\rd\n",
      [
        [1, "a"],
        [2, "b"],
        [3, "c"],
        [4, "d"],
      ],
    ],
    [
      "empty cells and rows",
      ",\n\na,",
      [
        [1, "", ""],
        [2, ""],
        [3, "a", ""],
      ],
    ],
    ["quoted cells", '"a,b","c ""d""",""', [[1, "a,b", 'c "d"', ""]]],
    [
      "line breaks in quotes, which count as lines",
      '"a\nb\r\nc",d\ne',
      [
        [1, "a\nb\r\nc", "d"],
        [4, "e"],
      ],
    ],
    ["a quote in the middle", 'pipe 7",b', [[1, 'pipe 7"', "b"]]],
  ])("%s", (_case, text, expected) => expect(rowsOf(text)).toEqual(expected));

  test("a different separator splits the cells", () => {
    expect(rowsOf('a;"b;c";d,e', ";")).toEqual([[1, "a", "b;c", "d,e"]]);
  });

  test.each([
    ['a\nb,"c\nd\n', 2, /never closes/],
    ['a\n"b"c,d\ne', 2, /after a closing quote/],
  ])(
    "unreadable text is reported with its line, and no record follows: %j",
    (text, line, problem) => {
      const records = [...csvRecords(text, ",")];
      expect(records.map((record) => record.problem)).toEqual([
        null,
        expect.stringMatching(problem),
      ]);
      expect(records.at(-1)?.line).toBe(line);
    },
  );

  test("a megabyte of quotes is read as one record", () => {
    expect([...csvRecords('"'.repeat(1_000_000), ",")]).toHaveLength(1);
  });
});

test.each([",", ";"] as const)("text written with %s is read back unchanged", (separator) => {
  const cells = ["a", "b,c", 'd"e', "f;g", "h\ni", " j ", "", "k'l"];
  const text = `${cells.map((cell) => csvField(cell, separator)).join(separator)}\r\n`;
  expect(rowsOf(text, separator)).toEqual([[1, ...cells]]);
});
