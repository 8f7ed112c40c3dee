import type { AssetCsvSeparator } from "@/lib/assets/rules/asset-csv";

/** Where the export is. Nobody but its reader knows which separator their spreadsheet expects: no browser tells the regional settings. */
export const exportPath = (separator: AssetCsvSeparator): string =>
  `/api/cockpit/assets/export?separator=${separator}`;
