import type {
  AssetOverview,
  DocumentsAt,
  UnassignedOverview,
} from "@/lib/assets/ports/asset-overviews";
import type { AssetPlace as FoundPlace } from "@/lib/assets/use-cases/find-asset-place";
import { pick } from "../core/pick";
import {
  type AssetPlace,
  type AssetTile,
  type AssetTiles,
  assetTile,
  newestDocument,
  type UnassignedPage,
  type Visit,
} from "./cockpit-schemas";

/** Returns an asset as its tile shows it. */
export function renderAssetTile(overview: AssetOverview): AssetTile {
  const { asset, newCount } = overview;
  return pick(assetTile, { ...asset, ...renderDocumentsAt(overview), newCount });
}

/** Returns a page of tiles. */
export function renderAssetTiles(page: {
  items: readonly AssetOverview[];
  total: number;
}): AssetTiles {
  return { items: page.items.map(renderAssetTile), total: page.total };
}

/** Returns the asset and documents with one identifier. */
export function renderAssetPlace(place: FoundPlace): AssetPlace {
  const { identifier, asset } = place;
  return { identifier, asset: asset && renderAssetTile(asset), ...renderDocumentsAt(place) };
}

/** Returns a page of the Unassigned tray. */
export function renderUnassigned(page: {
  items: readonly UnassignedOverview[];
  nextAfter: string | null;
}): UnassignedPage {
  return {
    items: page.items.map((place) => ({
      identifier: place.identifier,
      ...renderDocumentsAt(place),
    })),
    nextAfter: page.nextAfter,
  };
}

/** Returns the response to a visit. */
export function renderVisit(newSince: Date): Visit {
  return { newSince: newSince.toISOString() };
}

function renderDocumentsAt({ counts, newest }: DocumentsAt) {
  return {
    counts: counts.map(({ status, count }) => ({ status, count })),
    newestDocument: newest && pick(newestDocument, newest),
  };
}
