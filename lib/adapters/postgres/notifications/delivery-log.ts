import type pg from "pg";
import sql, { empty, raw, type Sql } from "sql-template-tag";
import { isUuid } from "@/lib/kernel/rules/uuid";
import {
  type DeliveryLog,
  type DeliveryLogEntry,
  type DeliveryLogFilter,
  DOCUMENTS_NAMED_MAX,
  DOCUMENTS_SEARCHED_MAX,
  type NamedDocument,
  type NotificationPage,
} from "@/lib/notifications/log-ports";
import { containsText, LOWER_NAME, patternOf } from "../core/contains-text";
import { createQuery, type Parameter, type Places, type Statement, statement } from "../core/query";
import { listQuery } from "./notification-log";
import { type ListedRow, toLogged } from "./notification-log-rows";
import {
  type DocumentPageValues,
  LAST_ATTEMPT,
  LISTED,
  NEWEST_FIRST,
  NOTIFICATION_PAGES,
  type PageValues,
  toldOf,
} from "./notification-log-statements";

/** A row of the log with the documents it is about. Test notifications have none. */
type Row = ListedRow & {
  readonly documents: DeliveryLogEntry["documents"] | null;
  readonly documentCount: number | null;
  /** Only in a search. */
  readonly tier?: number;
  /** Only in a search; the same in each row. */
  readonly isCut?: boolean;
};

/** Reads the delivery log that users see from PostgreSQL, with one statement per page. */
export function createDeliveryLog(pool: pg.Pool): DeliveryLog {
  const query = createQuery(pool);
  return {
    async list(...parameters) {
      const { rows } = await query<Row>(deliveryLogQuery(...parameters));
      return {
        entries: rows.filter(({ id }) => id !== null).map(toEntry),
        isCut: rows[0]?.isCut ?? false,
      };
    },
    nameDocuments: async (id) =>
      (await query<NamedDocument>(DELIVERY_LOG_STATEMENTS.nameDocuments({ id }))).rows,
  };
}

/** Returns the statement for these filters with its values. */
export function deliveryLogQuery(
  { text, ...filter }: DeliveryLogFilter,
  page: NotificationPage,
): Statement {
  if (text === null) return listQuery(filter, page, DELIVERY_LOG_STATEMENTS);
  const { after, limit } = page;
  const lower = text.toLowerCase();
  return DELIVERY_LOG_STATEMENTS.ofText({
    afterTier: after?.tier ?? 0,
    afterAt: after?.createdAt ?? null,
    afterId: after?.id ?? null,
    limit,
    createdFrom: filter.createdFrom ?? "-infinity",
    createdTo: filter.createdTo ?? "infinity",
    state: filter.state,
    text,
    pattern: patternOf(text),
    uuid: isUuid(text) ? text : null,
    lowerText: lower,
    prefixPattern: patternOf(lower).slice(1),
  });
}

const toEntry = (row: Row): DeliveryLogEntry => ({
  ...toLogged(row),
  documents: row.documents ?? [],
  documentCount: row.documentCount ?? 0,
  ...(row.tier === undefined ? {} : { tier: row.tier }),
});

/**
 * Adds the documents of each row of `page`, starting with those for which `isFound` is true. A notification has at most
 * 100 changes.
 */
const documentsNamed = (isFound: Sql) => sql`LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object('uuid', document.uuid, 'name', document.name,
      'assetIdentifier', document.asset_identifier, 'status', change.status) ORDER BY change.place) AS documents,
    max(change.total)::int AS "documentCount"
  FROM (
    SELECT document_uuid, (array_agg(to_status ORDER BY id DESC))[1] AS status, count(*) OVER () AS total,
      row_number() OVER (ORDER BY ${isFound} DESC, min(id)) AS place
    FROM status_change WHERE notification_id = page.id
    GROUP BY document_uuid ORDER BY place LIMIT ${DOCUMENTS_NAMED_MAX}
  ) AS change JOIN staged_document AS document ON document.uuid = change.document_uuid
) AS named ON true`;

/** Adds the latest attempt and the documents to each row of a page. */
const withNames = (page: Sql, isFound = sql`false`, order = NEWEST_FIRST) => sql`
SELECT page.*, last.*, named.*
FROM (${page}
) AS page
${LAST_ATTEMPT}
${documentsNamed(isFound)}
ORDER BY ${order}`;

/** The maximum number of assets that a search text may match. With more matches, the results would not help the user. */
const ASSETS_SEARCHED_MAX = 20;

/**
 * The maximum number of changes to read per document. Without a limit, PostgreSQL could use a join that reads every
 * change in the table.
 */
const CHANGES_SEARCHED_MAX = 100;

/** One more than a search considers, so that it notices what it leaves out. */
const LATEST = sql`ORDER BY updated_at DESC, uuid DESC LIMIT ${DOCUMENTS_SEARCHED_MAX} + 1`;

/** Exact names, beginnings of names, parts of names, values, and content, in the order in which they are listed. */
const TIER = { exact: 1, prefix: 2, part: 3, value: 4, content: 5 } as const;

/** The values of a search. */
interface SearchValues {
  /** The position after which the page starts; null for the first page. */
  readonly afterTier: number;
  readonly afterAt: Date | null;
  readonly afterId: string | null;
  readonly limit: number;
  readonly createdFrom: Date | string;
  readonly createdTo: Date | string;
  readonly state: string | null;
  readonly text: string;
  /** The pattern of the text. */
  readonly pattern: string;
  /** The text if it is a uuid; null otherwise. */
  readonly uuid: string | null;
  /** The text in lower case, and the pattern of names that begin with it. */
  readonly lowerText: string;
  readonly prefixPattern: string;
}

/** How well an asset matches. */
const assetTier = ({ lowerText, prefixPattern }: Places<SearchValues>) => sql`CASE
      WHEN ${lowerText} IN (lower(identifier COLLATE "und-x-icu"), lower(name COLLATE "und-x-icu")) THEN ${TIER.exact}
      WHEN lower(identifier COLLATE "und-x-icu") LIKE ${prefixPattern} OR lower(name COLLATE "und-x-icu") LIKE ${prefixPattern} THEN ${TIER.prefix}
      ELSE ${TIER.part} END`;

/** Selects the documents of one tier: the latest of those for which the condition is true. */
const documentsIn = (tier: number, condition: Sql) => sql`
    SELECT * FROM (
      SELECT uuid, ${tier} AS tier FROM staged_document WHERE ${condition} ${LATEST}
    ) AS ${raw(`tier_${tier}`)}`;

/** Selects the documents that contain the words, and of their names only if `where` says so. */
const withWords = (text: Parameter, where = empty) => sql`uuid IN (
        SELECT document_uuid FROM document_search AS words
        WHERE (words.name || words."values" || words.content) @@ search_query(${text}) ${where}
      )`;

/**
 * Finds the documents that match a text, each with its best tier. Each way of finding documents has a separate limit, so
 * that neither a frequent word nor a large asset is read in full; `is_cut` is true if any limit left something out.
 */
function foundBy(search: Places<SearchValues>): Sql {
  const { text, pattern, uuid, lowerText, prefixPattern } = search;
  return sql`asset_found AS MATERIALIZED (
  SELECT identifier, ${assetTier(search)} AS tier FROM asset
  WHERE ${containsText("identifier", pattern)} OR ${containsText("name", pattern)}
  ORDER BY tier, identifier LIMIT ${ASSETS_SEARCHED_MAX} + 1
), place AS MATERIALIZED (
  SELECT identifier, min(tier) AS tier FROM (
    SELECT ${text}::text AS identifier, ${TIER.exact} AS tier
    UNION ALL (SELECT * FROM asset_found ORDER BY tier, identifier LIMIT ${ASSETS_SEARCHED_MAX})
  ) AS named GROUP BY identifier
), at_place AS MATERIALIZED (
  SELECT inside.uuid, place.tier, place.identifier FROM place, LATERAL (
    SELECT uuid FROM staged_document WHERE asset_identifier = place.identifier ${LATEST}
  ) AS inside
), by_name AS MATERIALIZED (${documentsIn(TIER.exact, sql`${LOWER_NAME} = ${lowerText}`)}
    UNION ALL${documentsIn(TIER.prefix, sql`${LOWER_NAME} LIKE ${prefixPattern}`)}
    UNION ALL${documentsIn(TIER.part, withWords(text, sql`AND words.name @@ search_query(${text})`))}
    UNION ALL${documentsIn(TIER.content, withWords(text))}
), by_value AS MATERIALIZED (
  SELECT uuid, ${TIER.value} AS tier FROM by_name JOIN document_search AS words ON document_uuid = uuid
  WHERE tier = ${TIER.content} AND (words.name || words."values") @@ search_query(${text})
), found AS MATERIALIZED (
  SELECT uuid, min(tier) AS tier FROM (
    SELECT uuid, tier FROM at_place
    UNION ALL SELECT uuid, tier FROM by_name
    UNION ALL SELECT uuid, tier FROM by_value
    UNION ALL SELECT uuid, ${TIER.exact} FROM staged_document WHERE uuid = ${uuid}
  ) AS candidate GROUP BY uuid
), told_change AS MATERIALIZED (
  SELECT found.uuid, found.tier, change.notification_id AS id FROM found, LATERAL (
    SELECT notification_id FROM status_change
    WHERE document_uuid = found.uuid AND notification_id IS NOT NULL ORDER BY status_change.id DESC LIMIT ${CHANGES_SEARCHED_MAX} + 1
  ) AS change
), told AS MATERIALIZED (
  SELECT id, min(tier) AS tier FROM told_change GROUP BY id
), cut AS MATERIALIZED (
  SELECT (SELECT count(*) FROM asset_found) > ${ASSETS_SEARCHED_MAX}
    OR EXISTS (SELECT FROM at_place GROUP BY identifier HAVING count(*) > ${DOCUMENTS_SEARCHED_MAX})
    OR EXISTS (SELECT FROM by_name GROUP BY tier HAVING count(*) > ${DOCUMENTS_SEARCHED_MAX})
    OR EXISTS (SELECT FROM told_change GROUP BY uuid HAVING count(*) > ${CHANGES_SEARCHED_MAX}) AS "isCut"
)`;
}

/** The best matches first, and the newest of them. */
const bestFirst = (of: string) =>
  sql`${raw(of)}.tier, ${raw(of)}."createdAt" DESC, ${raw(of)}.id DESC`;

/**
 * `told` may contain thousands of ids, and each of them is looked up, because a join would read every notification ever
 * sent.
 */
const pageOfText = (search: Places<SearchValues>) => sql`
  SELECT one.*, told.tier FROM told, LATERAL (
    SELECT ${LISTED} FROM notification
    WHERE id = told.id AND created_at < ${search.createdTo} AND created_at >= ${search.createdFrom}
      AND (${search.state}::text IS NULL OR state = ${search.state})
      AND (told.tier > ${search.afterTier} OR (told.tier = ${search.afterTier} AND (created_at, id) < (${search.afterAt}, ${search.afterId})))
    LIMIT 1
  ) AS one
  ORDER BY told.tier, "createdAt" DESC, id DESC LIMIT ${search.limit}`;

const IS_FOUND = sql`document_uuid IN (SELECT uuid FROM found)`;

/** The SQL statements of the delivery log that users see (decision 0062), exported to test their query plans. */
const DELIVERY_LOG_STATEMENTS = {
  all: statement<PageValues>("delivery-log-list", (page) =>
    withNames(NOTIFICATION_PAGES.all(page)),
  ),
  inState: statement<PageValues & { state: string }>("delivery-log-list-state", (page) =>
    withNames(NOTIFICATION_PAGES.inState(page)),
  ),
  ofDocument: statement<DocumentPageValues>(
    "delivery-log-list-document",
    (page) => sql`
WITH ${toldOf(page.documentUuid)}${withNames(NOTIFICATION_PAGES.notifying(page), sql`document_uuid = ${page.documentUuid}`)}`,
  ),
  nameDocuments: statement<{ id: string }>(
    "delivery-log-name-documents",
    ({ id }) => sql`
SELECT uuid, name, asset_identifier AS "assetIdentifier"
FROM (SELECT DISTINCT document_uuid FROM status_change WHERE notification_id = ${id}) AS change
JOIN staged_document ON uuid = document_uuid`,
  ),
  /**
   * Unnamed, so that PostgreSQL plans for the actual words: for a frequent word, it should read the latest documents in
   * order. If nothing is on the page, it returns one row without an id, which says whether something was left out.
   */
  ofText: statement<SearchValues>(
    null,
    (search) => sql`
WITH ${foundBy(search)}, listed AS MATERIALIZED (${withNames(pageOfText(search), IS_FOUND, bestFirst("page"))}
)
SELECT listed.*, "isCut" FROM cut LEFT JOIN listed ON true
ORDER BY ${bestFirst("listed")}`,
  ),
} as const;
