"use client";

import { ArrowDownUp, Download, FileSpreadsheet } from "lucide-react";
import { useRouter } from "next/navigation";
import type { AssetCsvSeparator } from "@/lib/assets/rules/asset-texts";
import { useMay } from "../../shell/role-provider";
import { COCKPIT_TEXTS } from "../../texts/en/cockpit-texts";
import { Button } from "../../ui/button";
import { Menu, MenuDownload, MenuItem } from "../../ui/menu";
import { exportPath } from "./export-link";

const SEPARATORS: readonly AssetCsvSeparator[] = ["comma", "semicolon"];

/** The export of all assets for everyone, and a link to the import for administrators. */
export function TransferMenu() {
  const router = useRouter();
  const mayImport = useMay("administrator");
  return (
    <Menu
      trigger={
        <Button>
          <ArrowDownUp aria-hidden />
          {COCKPIT_TEXTS.transfer}
        </Button>
      }
    >
      {mayImport && (
        <MenuItem onSelect={() => router.push("/cockpit/import")}>
          <FileSpreadsheet aria-hidden />
          {COCKPIT_TEXTS.import}
        </MenuItem>
      )}
      {SEPARATORS.map((separator) => (
        <MenuDownload key={separator} href={exportPath(separator)}>
          <Download aria-hidden />
          {COCKPIT_TEXTS.export[separator]}
        </MenuDownload>
      ))}
    </Menu>
  );
}
