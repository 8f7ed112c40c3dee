import { expect, test } from "vitest";
import { judgeInput } from "../../testing/judge-input";
import type { PageText } from "../reading/page-text";
import { judge } from "./judge";

const MEBIBYTE = 1_048_576;
const CPU_SECONDS_MAX = 15;

function page(lines: readonly string[][]): PageText {
  return {
    number: 1,
    part: null,
    isAttachment: false,
    size: null,
    lines: lines.map((words) => [words.map((text) => ({ text, bbox: null }))]),
  };
}

const repeat = (text: string) => text.repeat(Math.ceil(MEBIBYTE / text.length)).slice(0, MEBIBYTE);
const inWords = (text: string) => text.split(" ").filter((word) => word !== "");
const inLines = (text: string) => text.split("\n").map(inWords);

const HOSTILE: Readonly<Record<string, PageText>> = {
  "one word of a mebibyte": page([[repeat("a")]]),
  "one word of digits": page([[repeat("1")]]),
  "one line of letters": page([inWords(repeat("a "))]),
  "one line of labels without values": page([
    inWords(repeat("Rechnungsnummer: Mieter und Vermieter ")),
  ]),
  "one line of beginnings of IBANs": page([inWords(repeat("DE12 IBAN "))]),
  "one line of dates": page([inWords(repeat("01.01. bis 31.12.2023 "))]),
  "one line of amounts": page([inWords(repeat("Gesamtbetrag 1.234,50 € "))]),
  "one line of legal forms": page([inWords(repeat("GmbH & Co. KG "))]),
  "one line of capitals": page([inWords(repeat("Amtsgericht Zwischen Und Der Die "))]),
  "short lines of labels": page(inLines(repeat("Rechnung Datum Betrag Mieter:\nzwischen und\n"))),
  "brackets and signs": page([inWords(repeat("(((:::---··· "))]),
};

function boxed(lines: number, cells: number): PageText {
  const cell = (row: number, column: number) => [
    {
      text: "Datum:",
      bbox: [column / cells, row / lines, (column + 0.9) / cells, (row + 0.9) / lines] as const,
    },
  ];
  return {
    ...page([]),
    size: { width: 595, height: 842 },
    lines: Array.from({ length: lines }, (_, row) =>
      Array.from({ length: cells }, (__, column) => cell(row, column)),
    ),
  };
}

test.each([
  [2, 60_000],
  [600, 200],
  [60_000, 2],
])("%i lines of %i cells with boxes are processed in bounded time", (lines, cells) => {
  const before = process.cpuUsage();
  judge(judgeInput([boxed(lines, cells)]));
  const { user, system } = process.cpuUsage(before);

  expect((user + system) / 1_000_000).toBeLessThan(CPU_SECONDS_MAX);
});

test.each(Object.entries(HOSTILE))("%s is processed in bounded time", (_, hostile) => {
  const before = process.cpuUsage();
  const judgement = judge(judgeInput([hostile], { format: "text" }));
  const { user, system } = process.cpuUsage(before);

  expect((user + system) / 1_000_000).toBeLessThan(CPU_SECONDS_MAX);
  expect(judgement.fields.length).toBeLessThanOrEqual(200);
});
