import type { AssetOverviews, UnassignedOverview } from "../ports/asset-overviews";

/**
 * One page of the Unassigned tray: identifiers that documents name and no asset has, ascending.
 * @returns `nextAfter` null when no more are there
 */
export async function listUnassignedDocuments(
  ports: { assetOverviews: AssetOverviews },
  input: { text: string | null; after: string | null; limit: number },
): Promise<{ items: readonly UnassignedOverview[]; nextAfter: string | null }> {
  const { limit } = input;
  const found = await ports.assetOverviews.listUnassigned({ ...input, limit: limit + 1 });
  const items = found.slice(0, limit);
  const nextAfter = found.length > limit ? (items.at(-1)?.identifier ?? null) : null;
  return { items, nextAfter };
}
