import { createAssetDocuments } from "@/lib/adapters/postgres/assets/asset-documents";
import { createAssetOverviews } from "@/lib/adapters/postgres/assets/asset-overviews";
import {
  ASSET_ORDERS,
  type AssetDocumentFilter,
  type AssetFilter,
  type AssetOrder,
} from "@/lib/assets/ports";
import { STATUS } from "@/lib/documents/rules/status";
import { type Asked, callsOf } from "./asked";
import { APPROVED_ASSET, LARGEST_ASSET, MEDIUM_ASSET } from "./fill-statements";
import { type Samples, VIEWERS } from "./samples";

/** The page sizes that the cockpit requests; the extra row shows whether there is another page. */
const TILES = 60;
const UNASSIGNED = 21;
const DOCUMENTS = 51;
/** Small enough that 10,000 documents fill it too, even if filters leave only a few of them. */
const FEW = 6;

type Overviews = ReturnType<typeof createAssetOverviews>;
type AssetDocuments = ReturnType<typeof createAssetDocuments>;

const none: AssetFilter = {
  text: null,
  folder: null,
  status: null,
  isNew: false,
  isArchived: false,
};

const tiles = (
  what: string,
  order: AssetOrder,
  { filter = {}, viewer = VIEWERS.visits, offset = 0 } = {} as {
    filter?: Partial<AssetFilter>;
    viewer?: typeof VIEWERS.visits;
    offset?: number;
  },
): readonly [string, (overviews: Overviews) => Promise<unknown>] => [
  `tiles by ${order}${what}`,
  (overviews) => overviews.list({ ...none, ...filter }, { order, offset, limit: TILES, viewer }),
];

const TILE_CALLS = ASSET_ORDERS.flatMap((order) => [
  tiles("", order),
  tiles(", for a viewer without visits", order, { viewer: VIEWERS.never }),
  tiles(", third page", order, { offset: 2 * TILES }),
  tiles(", search “straße 77”", order, { filter: { text: "straße 77" } }),
  tiles(", search “building”", order, { filter: { text: "building" } }),
  ...Object.values(STATUS).map((status) =>
    tiles(`, with status ${status}`, order, { filter: { status } }),
  ),
  tiles(", only new", order, { filter: { isNew: true } }),
  tiles(", every filter", order, {
    filter: { text: "building", status: STATUS.approved, isNew: true },
  }),
]);

const page = (
  what: string,
  filter: Partial<AssetDocumentFilter>,
  { limit = DOCUMENTS, isMiddle = false } = {},
): readonly [string, (documents: AssetDocuments, samples: Samples) => Promise<unknown>] => [
  `asset page, ${what}`,
  (documents, samples) =>
    documents.list(
      { assetIdentifier: LARGEST_ASSET, text: null, status: null, ...filter },
      { after: isMiddle ? samples.document : null, limit },
    ),
];

const STATUS_PAGES = Object.values(STATUS).flatMap((status) => [
  page(`largest at ${status}`, { status }, { limit: FEW }),
  page(`largest asset, status ${status}, middle page`, { status }, { limit: FEW, isMiddle: true }),
  page(`asset with approved documents only, status ${status}`, {
    assetIdentifier: APPROVED_ASSET,
    status,
  }),
]);

/** The cockpit's reads: tiles, the Unassigned tray, the page of an asset. */
export const ASKED_OF_COCKPIT: readonly Asked[] = [
  ...callsOf(createAssetOverviews, [
    ...TILE_CALLS,
    ["one tile, largest", (overviews) => overviews.findByIdentifier(LARGEST_ASSET, VIEWERS.visits)],
    ["one tile, medium", (overviews) => overviews.findByIdentifier(MEDIUM_ASSET, VIEWERS.never)],
    ["documents at an unknown identifier", (overviews) => overviews.documentsAt("UNKNOWN-7")],
    ["documents of the largest asset", (overviews) => overviews.documentsAt(LARGEST_ASSET)],
    [
      "unassigned",
      (overviews) => overviews.listUnassigned({ text: null, after: null, limit: UNASSIGNED }),
    ],
    [
      "unassigned, next page",
      (overviews) =>
        overviews.listUnassigned({ text: null, after: "UNKNOWN-3", limit: UNASSIGNED }),
    ],
    [
      "unassigned, search",
      (overviews) =>
        overviews.listUnassigned({ text: "unknown-69", after: null, limit: UNASSIGNED }),
    ],
    [
      "record a visit",
      (overviews, { now }) => overviews.noteVisit(VIEWERS.visits.userId, "BLD-00007", now),
    ],
  ]),
  ...callsOf(createAssetDocuments, [
    page("largest asset", {}),
    page("largest asset, middle page", {}, { isMiddle: true }),
    page("medium asset", { assetIdentifier: MEDIUM_ASSET }),
    ...STATUS_PAGES,
    page("largest asset, search with many matches", { text: "lease" }),
    page("largest asset, search with few matches", { text: "lease-123" }),
    page("largest asset, search without matches", { text: "nothing" }),
    page("largest asset, search with few matches, status 5", {
      text: "lease-123",
      status: STATUS.approved,
    }),
    page("largest asset, search with many matches, status 3", {
      text: "lease",
      status: STATUS.processing,
    }),
    page(
      "largest asset, search with few matches, middle page",
      { text: "lease-123" },
      { isMiddle: true },
    ),
    page("medium asset, search", { assetIdentifier: MEDIUM_ASSET, text: "7" }),
  ]),
];
