import { z } from "zod";
import {
  ASSET_ORDERS,
  type AssetFilter,
  type AssetOrder,
  type AssetOverview,
  type AssetSelection,
  type DocumentsAt,
  type UnassignedOverview,
  type Viewer,
} from "@/lib/assets/ports";
import {
  assetDescriptionProblem,
  assetFolderProblem,
  assetNameProblem,
} from "@/lib/assets/rules/asset-texts";
import type { AssetPlace as FoundPlace } from "@/lib/assets/use-cases/asset-overviews";
import type { SignedInUser } from "@/lib/auth/authenticate-user";
import {
  assetIdentifierProblem,
  storedIdentifierProblem,
} from "@/lib/documents/rules/staged-document";
import type { Page } from "@/lib/kernel/rules/page";
import { readTextCursor } from "../core/cursors/text-cursor";
import { pick } from "../core/pick";
import { readQuery } from "../core/requests/read-query";
import {
  booleanText,
  object,
  pageSize,
  searchText,
  textBy,
  time,
  wholeNumber,
} from "../core/schemas";
import { statusText } from "../documents/external-api-schemas";
import type { externalAssetsQuery } from "./external-api-schemas";

const flag = booleanText.default(false);

/** The query for the tiles. */
export const assetsQuery = object({
  q: searchText,
  folder: textBy(assetFolderProblem).nullable().default(null),
  status: statusText.nullable().default(null),
  new: flag,
  archived: flag,
  order: z.enum(ASSET_ORDERS, `must be one of ${ASSET_ORDERS.join(", ")}`).default("activity"),
  offset: wholeNumber({ from: 0, to: 1_000_000, otherwise: 0 }),
  limit: pageSize(60),
});

/** The query for the asset and the documents with a given identifier. */
export const assetIdentifierQuery = object({ identifier: textBy(storedIdentifierProblem) });

/** The query for the Unassigned tray. */
export const unassignedQuery = object({
  q: searchText,
  after: textBy(storedIdentifierProblem).nullable().default(null),
  limit: pageSize(20),
});

/** The body for creating an asset. */
export const createAssetBody = object({
  identifier: textBy(assetIdentifierProblem),
  name: textBy(assetNameProblem),
  description: textBy(assetDescriptionProblem).default(""),
  folder: textBy(assetFolderProblem).nullable().default(null),
});

/** The body for editing an asset. The identifier never changes. If `folder` is absent, the asset stays in its folder. */
export const editAssetBody = object({
  name: textBy(assetNameProblem),
  description: textBy(assetDescriptionProblem),
  folder: textBy(assetFolderProblem).nullable().optional(),
});

/** The body for archiving or restoring an asset. */
export const archiveAssetBody = object({ archived: z.boolean("must be true or false") });

/** The body for recording a visit. */
export const visitBody = object({ assetIdentifier: textBy(storedIdentifierProblem) });

const statusCount = z.strictObject({ status: z.int(), count: z.int().positive() });

/** A summary of the newest document. */
const newestDocument = z.strictObject({
  uuid: z.uuid(),
  name: z.string(),
  status: z.int(),
  createdAt: time,
});

const documentsAt = {
  /** Contains only statuses that have documents, in ascending order. */
  counts: z.array(statusCount),
  newestDocument: newestDocument.nullable(),
};

/** An asset as its tile shows it. */
export const assetTile = z.strictObject({
  id: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  description: z.string(),
  folder: z.string().nullable(),
  createdAt: time,
  archivedAt: time.nullable(),
  ...documentsAt,
  /** The number of documents that are new since the last visit; 100 means 100 or more. */
  newCount: z.int().nonnegative(),
});

/** A tile as browsers receive it. */
export type AssetTile = z.infer<typeof assetTile>;

/** One page of the tiles; `total` is the number of tiles that match the query. */
export const assetTiles = z.strictObject({ items: z.array(assetTile), total: z.int() });

/** A page of tiles as browsers receive it. */
export type AssetTiles = z.infer<typeof assetTiles>;

/** The asset and documents with one identifier; `asset` is null if no asset has it. */
export const assetPlace = z.strictObject({
  identifier: z.string(),
  asset: assetTile.nullable(),
  ...documentsAt,
});

/** The asset and documents with one identifier, as browsers receive them. */
export type AssetPlace = z.infer<typeof assetPlace>;

/** A page of the Unassigned tray, in ascending order of identifiers. */
export const unassignedPage = z.strictObject({
  items: z.array(z.strictObject({ identifier: z.string(), ...documentsAt })),
  nextAfter: z.string().nullable(),
});

/** A page of the Unassigned tray as browsers receive it. */
export type UnassignedPage = z.infer<typeof unassignedPage>;

/** The response to a visit: documents that other people upload after this time count as new to the visitor. */
export const visit = z.strictObject({ newSince: time });

/** The response to a visit as browsers receive it. */
export type Visit = z.infer<typeof visit>;

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

/**
 * Reads the query for the tiles.
 * @throws DomainError `validation-failed`
 */
export function readAssetsQuery(query: URLSearchParams): {
  filter: AssetFilter;
  order: AssetOrder;
  offset: number;
  limit: number;
} {
  const { q, folder, status, new: isNew, archived, ...page } = readQuery(query, assetsQuery);
  return { filter: { text: q, folder, status, isNew, isArchived: archived }, ...page };
}

/**
 * Returns what the query for the list of assets asks for.
 * @throws DomainError `validation-failed`, at `#/cursor` if the cursor was returned for different filters
 */
export function assetSelectionOf({
  limit,
  cursor,
  archived,
  ...rest
}: z.output<typeof externalAssetsQuery>): { selection: AssetSelection } & Page<string> {
  const selection = { ...rest, isArchived: archived };
  return { selection, after: readTextCursor(cursor, selection), limit };
}

/** Returns the viewer, on whom it depends which documents count as new. */
export const viewerOf = ({ id, since }: SignedInUser): Viewer => ({ userId: id, since });
