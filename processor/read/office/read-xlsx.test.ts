import { describe, expect, test } from "vitest";
import { formatNumber } from "./read-xlsx";

describe("a number in its format", () => {
  test.each([
    ["0.1", "General", "0.1"],
    ["0.30000000000000004", 0, "0.3"],
    ["1234.5", 4, "1234.50"],
    ["1.005", 2, "1.01"],
    ["-1234.5", '#,##0.00 "€"', "-1234.50 €"],
    ["-5", "#,##0;(#,##0)", "(5)"],
    ["0", '0.00;-0.00;"–"', "–"],
    ["0.19", 9, "19%"],
    ["1200000", '#,##0.0,," Mio."', "1.2 Mio."],
    ["1067", "00000", "01067"],
    ["1234.5", "[$€-407] #,##0.00", "€ 1234.50"],
    ["12.5", "0.##", "12.5"],
    ["12", "_-* #,##0.00 _€_-", "12.00"],
    ["45688", 14, "2025-01-31"],
    ["45688", "dd/mm/yyyy", "31/01/2025"],
    ["45688", "[$-407]d. mmmm yyyy", "31. Januar 2025"],
    ["45688", "ddd, d-mmm-yy", "Fri, 31-Jan-25"],
    ["45688.75", "yyyy-mm-dd hh:mm", "2025-01-31 18:00"],
    ["0.520833333333333", "h:mm AM/PM", "12:30 PM"],
    ["1.5", "[h]:mm", "36:00"],
    ["-3", "dd.mm.yyyy", "-3"],
    ["99999999", "dd.mm.yyyy", "99999999"],
    ["1e5", "0", "100000"],
    ["not a number", "0", "not a number"],
  ])("%s with the format %s becomes %s", (value, format, shown) => {
    expect(formatNumber(value, format, false)).toBe(shown);
  });

  test("counts days from 1904 if the workbook does", () => {
    expect(formatNumber("44226", 14, true)).toBe("2025-01-31");
  });
});
