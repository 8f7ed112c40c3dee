import { expect, test } from "vitest";
import { findIdentifiers } from "./find-identifiers";
import { findPeriods } from "./find-periods";

test.each([
  ["Nr. RE-2024/0815 vom 01.02.2024", "RE-2024/0815"],
  ["63.2-BA-00123/24", "63.2-BA-00123/24"],
  ["VS 123 456 789", "VS 123 456 789"],
  ["Title number DN123456", "DN123456"],
  ["(4711),", "4711"],
  ["#10023", "10023"],
])("the identifier of “%s” is %s", (text, value) => {
  expect(findIdentifiers(text)[0]?.value).toBe(value);
});

test("dates and amounts are not identifiers", () => {
  expect(findIdentifiers("01.02.2024 1.234,50 19%")).toEqual([]);
});

test.each([
  ["01.01.2023 – 31.12.2023", "2023-01-01", "2023-12-31"],
  ["vom 01.01. bis 31.12.2023", "2023-01-01", "2023-12-31"],
  ["from 1 April 2023 to 31 March 2024", "2023-04-01", "2024-03-31"],
  ["Abrechnungsjahr 2023", "2023-01-01", "2023-12-31"],
])("finds the period in “%s”", (text, from, to) => {
  const [period] = findPeriods(text, "day-first");
  expect([period?.from.value, period?.to.value]).toEqual([from, to]);
});
