import { type Page, readPage } from "@/lib/kernel/rules/page";
import type { AssetOverviews, UnassignedOverview } from "../ports/asset-overviews";

/**
 * Returns a page of the Unassigned tray: identifiers of documents without an asset, in ascending order.
 * @returns `nextAfter` null if there are no more identifiers
 */
export async function listUnassignedDocuments(
  ports: { assetOverviews: AssetOverviews },
  input: { text: string | null } & Page<string>,
): Promise<{ items: readonly UnassignedOverview[]; nextAfter: string | null }> {
  const list = (page: Page<string>) =>
    ports.assetOverviews.listUnassigned({ text: input.text, ...page });
  return readPage(input, list, ({ identifier }) => identifier);
}
