import { createStagedDocumentRepository } from "@/lib/adapters/postgres/documents/staged-document-repository";
import {
  createStatusFeedRepository,
  FEED_STATEMENTS,
} from "@/lib/adapters/postgres/documents/status-feed-repository";
import { createLiveChanges } from "@/lib/adapters/postgres/live/live-changes";
import type { DocumentFilter } from "@/lib/documents/ports/document-list";
import { LIFECYCLE, type Status } from "@/lib/documents/rules/status";
import { type Asked, callsOf, undone } from "./asked";
import { APPROVED_ASSET, LARGEST_ASSET, MEDIUM_ASSET } from "./fill-statements";
import type { Samples } from "./samples";

/** A page of the API as it asks for it: one more row tells whether there are more. */
const PAGE = 101;
const DAY_MS = 86_400_000;
/** Pages that 10,000 documents fill as well, where two filters leave few of them. */
const SHORT_PAGE = 11;
const STATUSES = LIFECYCLE.statuses.map(({ status }) => status);

const none: DocumentFilter = { assetIdentifier: null, status: null, updatedSince: null };

type Repository = ReturnType<typeof createStagedDocumentRepository>;
type Call = readonly [string, (repository: Repository, samples: Samples) => Promise<unknown>];

/** The first page, one in the middle and the last one of a list. */
const pages = (what: string, filter: Partial<DocumentFilter>, limit = PAGE): Call[] => [
  [
    `${what}, first page`,
    (documents) => documents.list({ ...none, ...filter }, { after: null, limit }),
  ],
  [
    `${what}, in the middle`,
    (documents, { document }) => documents.list({ ...none, ...filter }, { after: document, limit }),
  ],
  [
    `${what}, updated this quarter`,
    (documents, { now }) => {
      const updatedSince = new Date(now.getTime() - 90 * DAY_MS);
      return documents.list({ ...none, ...filter, updatedSince }, { after: null, limit });
    },
  ],
];

const atAsset = (name: string, assetIdentifier: string) => (status: Status) =>
  pages(`list, ${name} at ${status}`, { assetIdentifier, status }, SHORT_PAGE);

/** The API's lists, histories and feed, and the look for live changes. */
export const ASKED_OF_DOCUMENTS: readonly Asked[] = [
  ...callsOf(createStagedDocumentRepository, [
    ["a document by its uuid", (documents, { document }) => documents.find(document.uuid)],
    ...pages("list", {}),
    ...pages("list, largest asset", { assetIdentifier: LARGEST_ASSET }),
    ...pages("list, medium asset", { assetIdentifier: MEDIUM_ASSET }, SHORT_PAGE),
    ...pages("list, no such asset", { assetIdentifier: "none" }),
    ...STATUSES.flatMap((status) => pages(`list at ${status}`, { status })),
    ...STATUSES.flatMap(atAsset("largest asset", LARGEST_ASSET)),
    ...STATUSES.flatMap(atAsset("asset of approved ones", APPROVED_ASSET)),
    [
      "history of a document",
      (documents, { document }) =>
        documents.listStatusChanges(document.uuid, { after: null, limit: PAGE }),
    ],
    [
      "idempotency key that was used",
      (documents) =>
        documents.findClaimed({ ownerId: "00000000-0000-7000-8000-00000000000b", key: "none" }),
    ],
  ]),
  ...callsOf(createStatusFeedRepository, [
    ["feed, first page", (feed) => feed.read({ after: 0n, limit: PAGE })],
    [
      "feed, in the middle",
      (feed, { lastSequence }) => feed.read({ after: lastSequence / 2n, limit: PAGE }),
    ],
    [
      "feed, last page",
      (feed, { lastSequence }) => feed.read({ after: lastSequence - 100n, limit: PAGE }),
    ],
    ["feed, its end", (feed) => feed.findLast()],
    ["feed: is anything unnumbered", (feed) => feed.hasUnnumbered()],
  ]),
  undone("feed: numbering", FEED_STATEMENTS.number, () => [1000]),
  ...callsOf(createLiveChanges, [
    ["live: first look", (live) => live.look(null)],
    ["live: a look without news", (live, samples) => live.look(positionAfter(samples, 0n))],
    ["live: a look with 100 changes", (live, samples) => live.look(positionAfter(samples, 100n))],
    ["live: a look with too many", (live, samples) => live.look(positionAfter(samples, 2000n))],
  ]),
];

const positionAfter = ({ lastChangeId, now }: Samples, changes: bigint) => ({
  unseenChanges: [{ first: lastChangeId - changes + 1n, last: null, since: now }],
  assetsMark: "",
  notificationsMark: "",
});
