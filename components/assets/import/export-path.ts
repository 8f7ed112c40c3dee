import type { AssetCsvSeparator } from "@/lib/assets/rules/asset-csv";

/** Where the export is, with the separator that spreadsheets of this browser's region expect. */
export const exportPath = (locale?: string): string =>
  `/api/cockpit/assets/export?separator=${separatorOf(locale)}`;

/** Excel separates cells by semicolons where a comma stands in decimal numbers. */
function separatorOf(locale?: string): AssetCsvSeparator {
  return new Intl.NumberFormat(locale).format(1.5).includes(",") ? "semicolon" : "comma";
}
