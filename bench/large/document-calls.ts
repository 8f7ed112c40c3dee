import { createAssetOverviews } from "@/lib/adapters/postgres/assets/asset-overviews";
import { NUMBERING_STATEMENTS } from "@/lib/adapters/postgres/core/numbering";
import { createDocumentLists } from "@/lib/adapters/postgres/documents/document-lists";
import { createStagedDocumentRepository } from "@/lib/adapters/postgres/documents/staged-document-repository";
import { createStatusFeedRepository } from "@/lib/adapters/postgres/documents/status-feed-repository";
import { createLiveChanges } from "@/lib/adapters/postgres/live/live-changes";
import { ASSET_ORDERS, type AssetFilter, type AssetOrder } from "@/lib/assets/ports";
import {
  DOCUMENT_ORDERS,
  type DocumentListFilter,
  type DocumentOrder,
  NO_DOCUMENT_LIST_FILTER,
} from "@/lib/documents/list-ports";
import type { DocumentFilter } from "@/lib/documents/ports";
import { LIFECYCLE, STATUS, type Status } from "@/lib/documents/rules/status";
import {
  allOf,
  type Call,
  callsOf,
  type NamedCalls,
  PAGE,
  type Samples,
  SHORT_PAGE,
  undone,
  VIEWERS,
} from "./calls";
import { APPROVED_ASSET, LARGEST_ASSET, MEDIUM_ASSET } from "./fill-database";

const DAY_MS = 86_400_000;
const STATUSES = LIFECYCLE.statuses.map(({ status }) => status);

const NO_DOCUMENT_FILTER: DocumentFilter = {
  assetIdentifier: null,
  status: null,
  updatedSince: null,
};

type Repository = ReturnType<typeof createStagedDocumentRepository>;

/** Returns calls for the first page of a list, one in the middle, and the documents updated this quarter. */
const pages = (
  what: string,
  filter: Partial<DocumentFilter>,
  limit = PAGE,
): NamedCalls<Repository> => ({
  [`${what}, first page`]: (documents) =>
    documents.list({ ...NO_DOCUMENT_FILTER, ...filter }, { after: null, limit }),
  [`${what}, middle page`]: (documents, { document }) =>
    documents.list({ ...NO_DOCUMENT_FILTER, ...filter }, { after: document, limit }),
  [`${what}, updated this quarter`]: (documents, { now }) => {
    const updatedSince = new Date(now.getTime() - 90 * DAY_MS);
    return documents.list(
      { ...NO_DOCUMENT_FILTER, ...filter, updatedSince },
      { after: null, limit },
    );
  },
});

const atAsset = (name: string, assetIdentifier: string) => (status: Status) =>
  pages(`list, ${name}, status ${status}`, { assetIdentifier, status }, SHORT_PAGE);

/** The API's lists, histories and feed, and the check for live changes. */
export const DOCUMENT_CALLS: readonly Call[] = [
  ...callsOf(createStagedDocumentRepository, {
    "a document by its uuid": (documents, { document }) => documents.find(document.uuid),
    ...pages("list", {}),
    ...pages("list, largest asset", { assetIdentifier: LARGEST_ASSET }),
    ...pages("list, medium asset", { assetIdentifier: MEDIUM_ASSET }, SHORT_PAGE),
    ...pages("list, no such asset", { assetIdentifier: "none" }),
    ...allOf(STATUSES.map((status) => pages(`list, status ${status}`, { status }, SHORT_PAGE))),
    ...allOf(STATUSES.map(atAsset("largest asset", LARGEST_ASSET))),
    ...allOf(STATUSES.map(atAsset("asset with approved documents only", APPROVED_ASSET))),
    "history of a document": (documents, { document }) =>
      documents.listStatusChanges(document.uuid, { after: null, limit: PAGE }),
    "used idempotency key": (documents) =>
      documents.findClaimed({ ownerId: "00000000-0000-7000-8000-00000000000b", key: "none" }),
  }),
  ...callsOf(createStatusFeedRepository, {
    "feed, first page": (feed) => feed.read({ after: 0n, limit: PAGE }),
    "feed, middle page": (feed, { lastSequence }) =>
      feed.read({ after: lastSequence / 2n, limit: PAGE }),
    "feed, last page": (feed, { lastSequence }) =>
      feed.read({ after: lastSequence - 100n, limit: PAGE }),
    "feed, last sequence number": (feed) => feed.findLast(),
    "feed: check for unnumbered changes": (feed) => feed.hasUnnumbered(),
  }),
  undone("feed: numbering", () => NUMBERING_STATEMENTS.number({ countMax: 1000 })),
  ...callsOf(createLiveChanges, {
    "live: first check": (live) => live.look(null),
    "live: check without changes": (live, samples) => live.look(positionAfter(samples, 0n)),
    "live: check with 100 changes": (live, samples) => live.look(positionAfter(samples, 100n)),
    "live: check with too many changes": (live, samples) =>
      live.look(positionAfter(samples, 2000n)),
  }),
];

const positionAfter = ({ lastChangeId, now }: Samples, changes: bigint) => ({
  unseenChanges: [{ first: lastChangeId - changes + 1n, last: null, since: now }],
  assetsMark: "",
  notificationsMark: "",
});

/** The page sizes that the cockpit requests; an extra row of UNASSIGNED shows whether there is another page. */
const TILES = 60;
const UNASSIGNED = 21;
const DOCUMENTS = 50;
/** Small enough that 10,000 documents fill it too, even if filters leave only a few of them. */
const FEW = 6;

type Overviews = ReturnType<typeof createAssetOverviews>;
type Lists = ReturnType<typeof createDocumentLists>;

const NO_ASSET_FILTER: AssetFilter = {
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
): NamedCalls<Overviews> => ({
  [`tiles by ${order}${what}`]: (overviews) =>
    overviews.list({ ...NO_ASSET_FILTER, ...filter }, { order, offset, limit: TILES, viewer }),
});

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

const NEWEST_FIRST: DocumentOrder = { by: "created", isDescending: true };

const page = (
  what: string,
  { status, ...filter }: Partial<DocumentListFilter> & { status?: Status },
  { limit = DOCUMENTS, isMiddle = false } = {},
): NamedCalls<Lists> => ({
  [`asset page, ${what}`]: (lists, { document }) =>
    lists.list(
      {
        ...NO_DOCUMENT_LIST_FILTER,
        assetIdentifier: LARGEST_ASSET,
        statuses: status === undefined ? null : [status],
        ...filter,
      },
      NEWEST_FIRST,
      { after: isMiddle ? positionOf(document) : null, limit },
    ),
});

const positionOf = ({ createdAt, uuid }: Samples["document"]) => ({
  key: createdAt.toISOString(),
  uuid,
  isInOrder: false,
});

const USEFUL: readonly Status[] = [1, 2, 3, 4, 5];

/**
 * The filters of the list of all documents that match more documents the more there are. At 10,000 documents, a count reads
 * fewer of them than the 10,000 at which it stops.
 */
const GROWING_FILTERS: readonly ListFilter[] = [
  ["all", {}],
  ["status 4", { statuses: [STATUS.waitingForReview] }],
  ["status 3", { statuses: [STATUS.processing] }],
  ["largest asset", { assetIdentifier: LARGEST_ASSET }],
  ["uploader", { uploader: VIEWERS.visits.userId }],
  ["API keys", { uploader: "api" }],
  ["search with many matches", { text: "lease" }],
  ["search for a letter", { text: "l" }],
];

/**
 * The filters that match as many documents at both sizes: none, or, for the searches, ten, because the names have leading
 * zeros.
 */
const CONSTANT_FILTERS: readonly ListFilter[] = [
  ["class", { documentClass: "invoice" }],
  ["unknown class", { documentClass: "none" }],
  ["finding", { finding: "required-field-missing" }],
  ["duplicates", { isDuplicate: true }],
  ["search with few matches", { text: "lease-000123" }],
  ["search for a part of a word", { text: "ease-000123" }],
  ["search without matches", { text: "nothing" }],
];

type ListFilter = readonly [what: string, filter: Partial<DocumentListFilter>];

const askedFor = (filter: Partial<DocumentListFilter>): DocumentListFilter => ({
  ...NO_DOCUMENT_LIST_FILTER,
  statuses: USEFUL,
  ...filter,
});

/** The list of all documents, in every order. */
const LIST_CALLS = [...GROWING_FILTERS, ...CONSTANT_FILTERS].flatMap(([what, filter]) =>
  DOCUMENT_ORDERS.map(
    (by): NamedCalls<Lists> => ({
      [`documents by ${by}, ${what}`]: (lists) =>
        lists.list(
          askedFor(filter),
          { by, isDescending: by !== "name" },
          { after: null, limit: FEW },
        ),
    }),
  ),
);

const countsOf = (filters: readonly ListFilter[]) =>
  allOf(
    filters.map(
      ([what, filter]): NamedCalls<Lists> => ({
        [`documents counted, ${what}`]: (lists) => lists.count(askedFor(filter)),
      }),
    ),
  );

const STATUS_PAGES = Object.values(STATUS).flatMap((status) => [
  page(`largest at ${status}`, { status }, { limit: FEW }),
  page(`largest asset, status ${status}, middle page`, { status }, { limit: FEW, isMiddle: true }),
  page(`asset with approved documents only, status ${status}`, {
    assetIdentifier: APPROVED_ASSET,
    status,
  }),
]);

/** The cockpit's reads: tiles, the Unassigned tray, the page of an asset. */
export const COCKPIT_CALLS: readonly Call[] = [
  ...callsOf(createAssetOverviews, {
    ...allOf(TILE_CALLS),
    "one tile, largest": (overviews) => overviews.findByIdentifier(LARGEST_ASSET, VIEWERS.visits),
    "one tile, medium": (overviews) => overviews.findByIdentifier(MEDIUM_ASSET, VIEWERS.never),
    "documents at an unknown identifier": (overviews) => overviews.documentsAt("UNKNOWN-7"),
    "documents of the largest asset": (overviews) => overviews.documentsAt(LARGEST_ASSET),
    unassigned: (overviews) =>
      overviews.listUnassigned({ text: null, after: null, limit: UNASSIGNED }),
    "unassigned, next page": (overviews) =>
      overviews.listUnassigned({ text: null, after: "UNKNOWN-3", limit: UNASSIGNED }),
    "unassigned, search": (overviews) =>
      overviews.listUnassigned({ text: "unknown-69", after: null, limit: UNASSIGNED }),
    "record a visit": (overviews, { now }) =>
      overviews.noteVisit(VIEWERS.visits.userId, "BLD-00007", now),
  }),
  ...callsOf(
    createDocumentLists,
    allOf([
      ...LIST_CALLS,
      page("largest asset", {}),
      page("largest asset, middle page", {}, { isMiddle: true }),
      page("medium asset", { assetIdentifier: MEDIUM_ASSET }),
      ...STATUS_PAGES,
      page("largest asset, search with many matches", { text: "lease" }),
      page("largest asset, search with few matches", { text: "lease-000123" }),
      page("largest asset, search without matches", { text: "nothing" }),
      page("largest asset, search with few matches, status 5", {
        text: "lease-000123",
        status: STATUS.approved,
      }),
      page("largest asset, search with many matches, status 3", {
        text: "lease",
        status: STATUS.processing,
      }),
      page(
        "largest asset, search with few matches, middle page",
        { text: "lease-000123" },
        { isMiddle: true },
      ),
      page("medium asset, search", { assetIdentifier: MEDIUM_ASSET, text: "7" }),
    ]),
  ),
  ...callsOf(createDocumentLists, countsOf(CONSTANT_FILTERS)),
  ...callsOf(createDocumentLists, countsOf(GROWING_FILTERS), { isGrowingCount: true }),
];
