import { type Page, readPage } from "@/lib/kernel/rules/page";
import type { AssetOverviews, UnassignedOverview } from "../ports/asset-overviews";

/**
 * One page of the Unassigned tray: identifiers of documents without an asset, ascending.
 * @returns `nextAfter` null when no more are there
 */
export async function listUnassignedDocuments(
  ports: { assetOverviews: AssetOverviews },
  input: { text: string | null } & Page<string>,
): Promise<{ items: readonly UnassignedOverview[]; nextAfter: string | null }> {
  const list = (page: Page<string>) =>
    ports.assetOverviews.listUnassigned({ text: input.text, ...page });
  return readPage(input, list, ({ identifier }) => identifier);
}
