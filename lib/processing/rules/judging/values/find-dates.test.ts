import { expect, test } from "vitest";
import { findDates } from "./find-dates";

const FORMS = [
  ["am 03.04.2024 fällig", "2024-04-03"],
  ["am 3.4.24", "2024-04-03"],
  ["den 3. April 2024", "2024-04-03"],
  ["12. März 2023", "2023-03-12"],
  ["1. Jänner 2022", "2022-01-01"],
  ["3 April 2024", "2024-04-03"],
  ["April 3, 2024", "2024-04-03"],
  ["Apr. 3rd, 2024", "2024-04-03"],
  ["this 3rd day of April, 2024", "2024-04-03"],
  ["03-Apr-2024", "2024-04-03"],
  ["2024-04-03T10:00", "2024-04-03"],
  ["25/12/2023", "2023-12-25"],
  ["12/25/2023", "2023-12-25"],
  ["29.02.2024", "2024-02-29"],
] as const;

test.each(FORMS)("“%s” is %s", (text, value) => {
  expect(findDates(text, "day-first")).toMatchObject([{ value, isAmbiguous: false }]);
});

test.each([
  "31.02.2024",
  "29.02.2023",
  "32.01.2024",
  "1.13.2024",
  "1.234.567,89",
  "192.168.10.24.1",
  "12.34",
  "2024",
])("“%s” is not a date", (text) => {
  expect(findDates(text, "day-first")).toEqual([]);
});

test("an ambiguous date follows the order of its document and is marked as ambiguous", () => {
  expect(findDates("03/04/2024", "day-first")).toMatchObject([
    { value: "2024-04-03", isAmbiguous: true },
  ]);
  expect(findDates("03/04/2024", "month-first")).toMatchObject([
    { value: "2024-03-04", isAmbiguous: true },
  ]);
  expect(findDates("04/04/2024", "day-first")).toMatchObject([{ isAmbiguous: false }]);
});

test("a period that states its year once uses it for both dates", () => {
  const values = findDates("01.01. bis 31.12.2023", "day-first").map(({ value }) => value);
  expect(values).toEqual(["2023-01-01", "2023-12-31"]);
});
