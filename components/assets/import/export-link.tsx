import type { ReactNode } from "react";
import type { AssetCsvSeparator } from "@/lib/assets/rules/asset-texts";
import { buttonLook } from "../../ui/button";

/** A plain anchor, because Next's own links would prefetch the file. */
export function ExportLink({ children }: { readonly children: ReactNode }) {
  return (
    <a download href={exportPath("comma")} className={buttonLook({ size: "tiny" })}>
      {children}
    </a>
  );
}

/**
 * Returns the path of the export. The user chooses the separator, because browsers do not reveal the regional settings
 * that a spreadsheet follows.
 */
export const exportPath = (separator: AssetCsvSeparator): string =>
  `/api/cockpit/assets/export?separator=${separator}`;
