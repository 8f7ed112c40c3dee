import { createHash } from "node:crypto";
import type { AssetRepository } from "../ports/assets";
import { decodeCsv } from "../rules/decode-csv";
import { type ImportPlan, identifiersToFind, planImport } from "../rules/plan-import";
import { type AssetFile, readAssetRows } from "../rules/read-asset-rows";

/** The result that importing a file would have now. */
export interface ImportPreview {
  readonly plan: ImportPlan;
  /** Identifies exactly these changes. An import with this digest either makes exactly these changes or makes none. */
  readonly digest: string;
}

/** Reads a CSV file and compares it with the assets; changes nothing. */
export async function previewImport(
  ports: { assets: AssetRepository },
  file: Uint8Array,
): Promise<ImportPreview> {
  const read = readFile(file);
  const stored = await ports.assets.findByIdentifiers(identifiersToFind(read));
  const plan = planImport(read, stored);
  return { plan, digest: digestOf(plan) };
}

function readFile(file: Uint8Array): AssetFile {
  const decoded = decodeCsv(file);
  if ("text" in decoded) return readAssetRows(decoded.text);
  return { rows: [], problems: [decoded], ignoredColumns: [] };
}

const digestOf = ({ changes }: ImportPlan) =>
  createHash("sha256")
    .update(
      JSON.stringify(changes.map(({ identifier, before, after }) => [identifier, before, after])),
    )
    .digest("base64url");
