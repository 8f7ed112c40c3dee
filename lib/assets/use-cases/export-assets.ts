import type { AssetRepository, AssetSelection } from "../ports/assets";
import { type AssetCsvSeparator, assetCsvHead, assetCsvLine } from "../rules/asset-csv";
import { selectAssets } from "./select-assets";

const READ_AT_ONCE = 500;

/**
 * Exports the selected assets as CSV in ascending order of their identifiers. It reads the assets page by page, so that
 * memory use does not grow with their number. An import can read the exported file.
 */
export async function* exportAssets(
  ports: { assets: AssetRepository },
  selection: AssetSelection,
  separator: AssetCsvSeparator,
): AsyncGenerator<string> {
  yield assetCsvHead(separator);
  let after: string | null = null;
  do {
    const page = await selectAssets(ports, { selection, after, limit: READ_AT_ONCE });
    if (page.items.length > 0) {
      yield page.items.map((asset) => assetCsvLine(asset, separator)).join("");
    }
    after = page.nextAfter;
  } while (after !== null);
}
