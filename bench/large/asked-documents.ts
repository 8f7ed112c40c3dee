import { NUMBERING_STATEMENTS } from "@/lib/adapters/postgres/core/numbering";
import { createStagedDocumentRepository } from "@/lib/adapters/postgres/documents/staged-document-repository";
import { createStatusFeedRepository } from "@/lib/adapters/postgres/documents/status-feed-repository";
import { createLiveChanges } from "@/lib/adapters/postgres/live/live-changes";
import type { DocumentFilter } from "@/lib/documents/ports";
import { LIFECYCLE, type Status } from "@/lib/documents/rules/status";
import { type Asked, callsOf, PAGE, SHORT_PAGE, undone } from "./asked";
import { APPROVED_ASSET, LARGEST_ASSET, MEDIUM_ASSET } from "./fill-statements";
import type { Samples } from "./samples";

const DAY_MS = 86_400_000;
const STATUSES = LIFECYCLE.statuses.map(({ status }) => status);

const none: DocumentFilter = { assetIdentifier: null, status: null, updatedSince: null };

type Repository = ReturnType<typeof createStagedDocumentRepository>;
type Call = readonly [string, (repository: Repository, samples: Samples) => Promise<unknown>];

/** Returns calls for the first page of a list, one in the middle, and the documents updated this quarter. */
const pages = (what: string, filter: Partial<DocumentFilter>, limit = PAGE): Call[] => [
  [
    `${what}, first page`,
    (documents) => documents.list({ ...none, ...filter }, { after: null, limit }),
  ],
  [
    `${what}, middle page`,
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
  pages(`list, ${name}, status ${status}`, { assetIdentifier, status }, SHORT_PAGE);

/** The API's lists, histories and feed, and the check for live changes. */
export const ASKED_OF_DOCUMENTS: readonly Asked[] = [
  ...callsOf(createStagedDocumentRepository, [
    ["a document by its uuid", (documents, { document }) => documents.find(document.uuid)],
    ...pages("list", {}),
    ...pages("list, largest asset", { assetIdentifier: LARGEST_ASSET }),
    ...pages("list, medium asset", { assetIdentifier: MEDIUM_ASSET }, SHORT_PAGE),
    ...pages("list, no such asset", { assetIdentifier: "none" }),
    ...STATUSES.flatMap((status) => pages(`list, status ${status}`, { status }, SHORT_PAGE)),
    ...STATUSES.flatMap(atAsset("largest asset", LARGEST_ASSET)),
    ...STATUSES.flatMap(atAsset("asset with approved documents only", APPROVED_ASSET)),
    [
      "history of a document",
      (documents, { document }) =>
        documents.listStatusChanges(document.uuid, { after: null, limit: PAGE }),
    ],
    [
      "used idempotency key",
      (documents) =>
        documents.findClaimed({ ownerId: "00000000-0000-7000-8000-00000000000b", key: "none" }),
    ],
  ]),
  ...callsOf(createStatusFeedRepository, [
    ["feed, first page", (feed) => feed.read({ after: 0n, limit: PAGE })],
    [
      "feed, middle page",
      (feed, { lastSequence }) => feed.read({ after: lastSequence / 2n, limit: PAGE }),
    ],
    [
      "feed, last page",
      (feed, { lastSequence }) => feed.read({ after: lastSequence - 100n, limit: PAGE }),
    ],
    ["feed, last sequence number", (feed) => feed.findLast()],
    ["feed: check for unnumbered changes", (feed) => feed.hasUnnumbered()],
  ]),
  undone("feed: numbering", NUMBERING_STATEMENTS.number, () => [1000]),
  ...callsOf(createLiveChanges, [
    ["live: first check", (live) => live.look(null)],
    ["live: check without changes", (live, samples) => live.look(positionAfter(samples, 0n))],
    ["live: check with 100 changes", (live, samples) => live.look(positionAfter(samples, 100n))],
    [
      "live: check with too many changes",
      (live, samples) => live.look(positionAfter(samples, 2000n)),
    ],
  ]),
];

const positionAfter = ({ lastChangeId, now }: Samples, changes: bigint) => ({
  unseenChanges: [{ first: lastChangeId - changes + 1n, last: null, since: now }],
  assetsMark: "",
  notificationsMark: "",
});
