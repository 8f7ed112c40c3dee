import { type Page, readPage } from "@/lib/kernel/rules/page";
import type { Asset, AssetRepository, AssetSelection } from "../ports/assets";

/**
 * Returns a page of the selected assets in ascending order of their identifiers, including archived ones unless the
 * selection excludes them.
 * @returns `nextAfter` null if there are no more assets
 */
export async function selectAssets(
  ports: { assets: AssetRepository },
  input: { selection: AssetSelection } & Page<string>,
): Promise<{ items: readonly Asset[]; nextAfter: string | null }> {
  const list = (page: Page<string>) => ports.assets.list(input.selection, page);
  return readPage(input, list, ({ identifier }) => identifier);
}
