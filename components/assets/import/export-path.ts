import type { AssetCsvSeparator } from "@/lib/assets/rules/asset-texts";

/**
 * Returns the path of the export. The user chooses the separator, because browsers do not reveal the regional settings
 * that a spreadsheet follows.
 */
export const exportPath = (separator: AssetCsvSeparator): string =>
  `/api/cockpit/assets/export?separator=${separator}`;
