import { z } from "zod";
import type { Asset } from "@/lib/assets/ports";
import {
  DOCUMENT_ORDERS,
  type DocumentCount,
  type DocumentListFilter,
  type DocumentListPosition,
  type DocumentOrder,
  NO_DOCUMENT_LIST_FILTER,
} from "@/lib/documents/list-ports";
import { MATCH_PLACES, type MatchPart } from "@/lib/documents/rules/document-match";
import { storedIdentifierProblem } from "@/lib/documents/rules/staged-document";
import { STATUS, type Status } from "@/lib/documents/rules/status";
import type { FoundDocument } from "@/lib/documents/use-cases/list-documents";
import { idOfActor, type Person } from "@/lib/kernel/rules/actor";
import type { Page } from "@/lib/kernel/rules/page";
import { plainTextProblem } from "@/lib/kernel/rules/plain-text";
import { isUuid } from "@/lib/kernel/rules/uuid";
import { type DocumentClass, FIELD_TYPES } from "@/lib/processing/rules/judging/judgement";
import { FINDING_CODES } from "@/lib/processing/rules/reading/reading";
import { invalidCursor } from "../core/cursors/list-cursor";
import { readTextCursor, writeTextCursor } from "../core/cursors/text-cursor";
import { readQuery } from "../core/requests/read-query";
import {
  booleanText,
  object,
  pageOf,
  pageSize,
  searchText,
  textBy,
  timeText,
} from "../core/schemas";
import { documentRow, renderDocumentRow } from "./cockpit-schemas";
import { statusText } from "./external-api-schemas";
import { renderClassLabel, renderField } from "./render-document-page";

const NAME_CHARACTERS_MAX = 255;
const shortName = textBy((text) =>
  plainTextProblem(text, { charactersMin: 1, charactersMax: NAME_CHARACTERS_MAX }),
);

/** The filter for both the list and the count. */
const filterShape = {
  assetIdentifier: textBy(storedIdentifierProblem).nullable().default(null),
  q: searchText,
  status: z
    .array(statusText)
    .transform((statuses) => [...new Set(statuses)].toSorted((a, b) => a - b))
    .nullable()
    .default(null),
  documentClass: shortName.nullable().default(null),
  finding: shortName.nullable().default(null),
  createdFrom: timeText.nullable().default(null),
  createdTo: timeText.nullable().default(null),
  uploader: textBy((text) =>
    text === "api" || isUuid(text) ? null : "must be the id of a user, or api",
  )
    .transform((text) => text.toLowerCase())
    .nullable()
    .default(null),
  duplicates: booleanText.default(false),
};
const REPEATABLE = ["status"];

const documentCountQuery = object(filterShape);

const documentListQuery = object({
  ...filterShape,
  sort: z.enum(DOCUMENT_ORDERS, `must be one of ${DOCUMENT_ORDERS.join(", ")}`).optional(),
  descending: booleanText.optional(),
  cursor: z.string().optional(),
  limit: pageSize(50),
});

/** The query for the search that opens from every page. */
const everywhereQuery = object({ q: searchText });

const matchPart = z.strictObject({ text: z.string(), isMatch: z.boolean() });

/** A document in the cockpit's list of documents. */
export const listedDocument = documentRow.extend({
  isOwn: z.boolean().describe("Whether the signed-in user created the document."),
  assetName: z.string().nullable().describe("The name of the asset; null if no asset has it."),
  documentClass: z.strictObject({ id: z.string(), label: z.string() }).nullable(),
  /** The most important values, required ones first; at most 3. */
  values: z.array(
    z.strictObject({
      name: z.string(),
      label: z.string(),
      type: z.enum(FIELD_TYPES),
      value: z.string(),
    }),
  ),
  /** How certain the class is, from 0 to 1. */
  score: z.number().nullable(),
  /** The codes of the findings, each once. */
  findings: z.array(z.string()),
  /** Whether an earlier document has the same bytes. */
  isDuplicate: z.boolean(),
  /**
   * Where the search text was found, with a short excerpt as plain text; null without a search. Without parts, the text
   * was found behind the beginning of a long document.
   */
  match: z.strictObject({ in: z.enum(MATCH_PLACES), parts: z.array(matchPart) }).nullable(),
});
/** The type that `listedDocument` validates. */
export type ListedDocumentRow = z.infer<typeof listedDocument>;

/**
 * A page of documents. It may have fewer items than the limit, even none, although `nextCursor` is not null: the search
 * continues there.
 */
export const documentRows = pageOf(listedDocument, "The documents.");
/** The type that `documentRows` validates. */
export type DocumentRows = z.infer<typeof documentRows>;

/**
 * How many documents match: exact up to 10,000, then `{count: 10000, isMore: true}`. `count` is null, and `isMore` is true, if
 * so few of the documents that were read match that counting would take too long.
 */
export const documentCount = z.strictObject({
  count: z.int().nonnegative().nullable(),
  isMore: z.boolean(),
});
/** The type that `documentCount` validates. */
export type DocumentCountBody = z.infer<typeof documentCount>;

/** What the filters of the list can offer. */
export const documentFacets = z.strictObject({
  /** The classes that documents have, with the labels of their classes, in the order of the labels. */
  documentClasses: z.array(z.strictObject({ id: z.string(), label: z.string() })),
  /** All codes of findings. */
  findings: z.array(z.string()),
  /** The users, in the order of their names. `api` stands for all API keys and is not listed. */
  uploaders: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
});
/** The type that `documentFacets` validates. */
export type DocumentFacets = z.infer<typeof documentFacets>;

/** What the search that opens from every page finds, best matches first: at most 5 assets and 10 documents. */
export const foundEverywhere = z.strictObject({
  assets: z.array(
    z.strictObject({
      identifier: z.string(),
      name: z.string(),
      description: z.string(),
      folder: z.string().nullable(),
      /** Archived assets are found only by their exact identifier. */
      isArchived: z.boolean(),
    }),
  ),
  documents: z.array(listedDocument),
});
/** The type that `foundEverywhere` validates. */
export type FoundEverywhere = z.infer<typeof foundEverywhere>;

/** The list that a query requests. */
export interface ListRequest extends Page<DocumentListPosition> {
  readonly filter: DocumentListFilter;
  readonly order: DocumentOrder;
}

/** The statuses of the list of all documents if the query names none: those of documents that are or may become useful. */
const DEFAULT_STATUSES: readonly Status[] = [
  STATUS.waitingForUpload,
  STATUS.uploadSuccessful,
  STATUS.processing,
  STATUS.waitingForReview,
  STATUS.approved,
];

/**
 * Reads the query for a list of documents.
 * @throws DomainError `validation-failed`, at `#/cursor` if the cursor was returned for different filters or another order
 */
export function readDocumentListQuery(query: URLSearchParams): ListRequest {
  const { sort, descending, cursor, limit, ...rest } = readQuery(
    query,
    documentListQuery,
    REPEATABLE,
  );
  const filter = filterOf(rest);
  const by = sort ?? (filter.assetIdentifier === null ? "updated" : "created");
  const order = { by, isDescending: descending ?? by !== "name" };
  return { filter, order, after: readPositionCursor(cursor, { filter, order }), limit };
}

/**
 * Reads the query for a count of documents.
 * @throws DomainError `validation-failed`
 */
export const readDocumentCountQuery = (query: URLSearchParams): DocumentListFilter =>
  filterOf(readQuery(query, documentCountQuery, REPEATABLE));

/**
 * Reads the query for the search that opens from every page; null finds nothing.
 * @throws DomainError `validation-failed`
 */
export const readEverywhereQuery = (query: URLSearchParams): string | null =>
  readQuery(query, everywhereQuery).q;

/** Returns the filter for all documents that are or may become useful and that the text finds. */
export const documentsFoundBy = (text: string) => ({
  ...NO_DOCUMENT_LIST_FILTER,
  text,
  statuses: DEFAULT_STATUSES,
});

function filterOf({
  q,
  status,
  duplicates,
  ...filter
}: z.output<typeof documentCountQuery>): DocumentListFilter {
  const isOfAll = filter.assetIdentifier === null;
  const statuses = status ?? (isOfAll ? DEFAULT_STATUSES : null);
  return { ...filter, text: q, statuses, isDuplicate: duplicates };
}

const POSITION = /^([01]) (\S{36}) (.*)$/s;

type ListOrder = Pick<ListRequest, "filter" | "order">;

/** Returns the cursor after a document of a list; null on the last page. */
export const writePositionCursor = (
  after: DocumentListPosition | null,
  { filter, order }: ListOrder,
): string | null =>
  after &&
  writeTextCursor(`${after.isInOrder ? 1 : 0} ${after.uuid} ${after.key}`, { ...filter, ...order });

/**
 * Returns the position of a cursor of the list, or null if there is no cursor.
 * @throws DomainError `validation-failed` at `#/cursor`, including for forged cursors with values that PostgreSQL would refuse
 */
export function readPositionCursor(
  cursor: string | undefined,
  { filter, order }: ListOrder,
): DocumentListPosition | null {
  const text = readTextCursor(cursor, { ...filter, ...order });
  if (text === null) return null;
  const [, isInOrder, uuid = "", key = ""] = POSITION.exec(text) ?? [];
  if (!isUuid(uuid) || !isKeyOf(order, key)) throw invalidCursor();
  return { isInOrder: isInOrder === "1", uuid, key };
}

/** Returns whether documents in this order can have this key. */
function isKeyOf({ by }: DocumentOrder, key: string): boolean {
  if (by === "name") return true;
  if (by === "score") return key !== "" && Number.isFinite(Number(key));
  const ms = Date.parse(key);
  // PostgreSQL has no year 0.
  return !Number.isNaN(ms) && new Date(ms).toISOString() === key && !key.startsWith("0000");
}

/** For whom rows are rendered, and with which labels. */
export interface RowContext {
  readonly reader: Pick<Person, "id">;
  readonly classes: readonly DocumentClass[];
}

/** Returns a page of documents. */
export function renderDocumentRows(
  page: { items: readonly FoundDocument[]; nextAfter: DocumentListPosition | null },
  { filter, order, ...context }: ListOrder & RowContext,
): DocumentRows {
  const { items, nextAfter } = page;
  return {
    items: items.map((document) => renderListedDocument(document, context)),
    nextCursor: writePositionCursor(nextAfter, { filter, order }),
  };
}

const VALUES_MAX = 3;
/** The list does not show who set a value. */
const NO_NAMES = new Map<string, never>();

/** Returns a document of the list. */
function renderListedDocument(
  document: FoundDocument,
  { reader, classes }: RowContext,
): ListedDocumentRow {
  const { classification, match } = document;
  const definition = classes.find(({ id }) => id === classification?.documentClass);
  const rank = (name: string) => {
    const index = definition?.fields.findIndex((field) => field.name === name) ?? -1;
    if (index < 0) return Number.MAX_SAFE_INTEGER;
    return definition?.fields[index]?.isRequired ? index : index + 1000;
  };
  return {
    ...renderDocumentRow(document),
    isOwn: idOfActor(document.createdBy) === reader.id,
    assetName: document.assetName,
    documentClass: classification && renderClassLabel(classification.documentClass, classes),
    values: (classification?.fields ?? [])
      .filter(({ value }) => value !== "")
      .toSorted((a, b) => rank(a.name) - rank(b.name))
      .slice(0, VALUES_MAX)
      .map((field) => {
        const { name, label, type, value } = renderField(field, { definition, names: NO_NAMES });
        return { name, label, type, value };
      }),
    score: classification?.score ?? null,
    findings: [...new Set((classification?.findings ?? []).map(({ code }) => code))],
    isDuplicate: document.duplicateOf !== null,
    match: match && { in: match.in, parts: match.parts.map(renderPart) },
  };
}

const renderPart = ({ text, isMatch }: MatchPart) => ({ text, isMatch });

/** Returns a count. */
export const renderDocumentCount = ({ count, isMore }: DocumentCount): DocumentCountBody => ({
  count,
  isMore,
});

/** Returns what the filters can offer. */
export function renderDocumentFacets({
  used,
  classes,
  users,
}: {
  readonly used: readonly string[];
  readonly classes: readonly DocumentClass[];
  readonly users: readonly { readonly id: string; readonly name: string }[];
}): DocumentFacets {
  return {
    documentClasses: used
      .map((id) => renderClassLabel(id, classes))
      .toSorted((a, b) => a.label.localeCompare(b.label, "en")),
    findings: [...FINDING_CODES],
    uploaders: users
      .map(({ id, name }) => ({ id, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name, "en")),
  };
}

/** Returns what the search that opens from every page has found. */
export const renderFoundEverywhere = (
  found: { readonly assets: readonly Asset[]; readonly documents: readonly FoundDocument[] },
  context: RowContext,
): FoundEverywhere => ({
  assets: found.assets.map(({ identifier, name, description, folder, archivedAt }) => ({
    identifier,
    name,
    description,
    folder,
    isArchived: archivedAt !== null,
  })),
  documents: found.documents.map((document) => renderListedDocument(document, context)),
});
