import { type Page, readPage } from "@/lib/kernel/rules/page";
import type { Asset, AssetRepository, AssetSelection } from "../ports/assets";

/**
 * One page of the assets that the selection leaves, ascending by identifier, archived ones too unless it says otherwise.
 * @returns `nextAfter` null when nothing more is there now
 */
export async function selectAssets(
  ports: { assets: AssetRepository },
  input: { selection: AssetSelection } & Page<string>,
): Promise<{ items: readonly Asset[]; nextAfter: string | null }> {
  const list = (page: Page<string>) => ports.assets.list(input.selection, page);
  return readPage(input, list, ({ identifier }) => identifier);
}
