import { expect, test } from "vitest";
import { exportPath } from "./export-path";

test.each([
  ["en-GB", "comma"],
  ["de-CH", "comma"],
  ["de-DE", "semicolon"],
  ["fr-FR", "semicolon"],
])("an export for %s separates by %s", (locale, separator) => {
  expect(exportPath(locale)).toBe(`/api/cockpit/assets/export?separator=${separator}`);
});
