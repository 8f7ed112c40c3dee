import { z } from "zod";
import { ASSET_ORDERS } from "@/lib/assets/ports/asset-overviews";
import {
  assetDescriptionProblem,
  assetFolderProblem,
  assetNameProblem,
} from "@/lib/assets/rules/asset-texts";
import {
  assetIdentifierProblem,
  storedIdentifierProblem,
} from "@/lib/documents/rules/asset-identifier";
import { booleanText, object, searchText, textBy, time } from "../core/schemas";
import { statusText } from "../documents/external-api-schemas";

const flag = booleanText.default(false);

const wholeNumber = ({ from, to, otherwise }: { from: number; to: number; otherwise: number }) => {
  const problem = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,7}$/, problem)
    .transform(Number)
    .refine((value) => value >= from && value <= to, problem)
    .default(otherwise);
};

const pageSize = (otherwise: number) => wholeNumber({ from: 1, to: 200, otherwise });

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

/** The query for the documents with a given identifier. */
export const assetDocumentsQuery = object({
  assetIdentifier: textBy(storedIdentifierProblem),
  q: searchText,
  status: statusText.nullable().default(null),
  cursor: z.string().optional(),
  limit: pageSize(50),
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
export const newestDocument = z.strictObject({
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
