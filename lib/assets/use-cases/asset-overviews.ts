import type { Clock } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import { type Page, readPage } from "@/lib/kernel/rules/page";
import type {
  Asset,
  AssetFilter,
  AssetOverview,
  AssetOverviews,
  AssetPage,
  DocumentsAt,
  UnassignedOverview,
  Viewer,
} from "../ports";

/** Returns a page of the matching assets with the data that their tiles show; `total` counts all matches. */
export async function listAssets(
  ports: { assetOverviews: AssetOverviews },
  input: { filter: AssetFilter } & AssetPage,
): Promise<{ items: readonly AssetOverview[]; total: number }> {
  const { filter, ...page } = input;
  return ports.assetOverviews.list(filter, page);
}

/** Returns the asset that was just written with the data that this viewer's tile shows. */
export async function getAssetOverview(
  ports: { assetOverviews: AssetOverviews },
  { identifier }: Pick<Asset, "identifier">,
  viewer: Viewer,
): Promise<AssetOverview> {
  const overview = await ports.assetOverviews.findByIdentifier(identifier, viewer);
  if (!overview) throw new Error("an asset is missing, although assets are never deleted");
  return overview;
}

/** The asset and the documents with one identifier. */
export interface AssetPlace extends DocumentsAt {
  readonly identifier: string;
  /** null if no asset has the identifier and only documents have it. */
  readonly asset: AssetOverview | null;
}

/**
 * Finds an asset with or without documents, or documents without an asset, by identifier.
 * @throws DomainError `asset-not-found` if neither exists
 */
export async function findAssetPlace(
  ports: { assetOverviews: AssetOverviews },
  { identifier, viewer }: { identifier: string; viewer: Viewer },
): Promise<AssetPlace> {
  const asset = await ports.assetOverviews.findByIdentifier(identifier, viewer);
  const { counts, newest } = asset ?? (await ports.assetOverviews.documentsAt(identifier));
  if (!asset && newest === null) {
    throw new DomainError(
      "asset-not-found",
      "No asset and no document has this identifier. Check it, or search in the cockpit.",
    );
  }
  return { identifier, asset, counts, newest };
}

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

/**
 * Records that a user is viewing an identifier, even if no asset has it. Earlier documents are then no longer new to this
 * user.
 * @returns the time since which documents were new to the user: their previous visit or the creation of their account
 */
export async function noteAssetVisit(
  ports: { assetOverviews: AssetOverviews; clock: Clock },
  { viewer, identifier }: { viewer: Viewer; identifier: string },
): Promise<Date> {
  const { userId, since } = viewer;
  return (await ports.assetOverviews.noteVisit(userId, identifier, ports.clock.now())) ?? since;
}
