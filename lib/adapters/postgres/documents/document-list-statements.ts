import sql, { join, raw, type Sql } from "sql-template-tag";
import type {
  DocumentListFilter,
  DocumentListPosition,
  DocumentOrder,
} from "@/lib/documents/list-ports";
import { STATUS } from "@/lib/documents/rules/status";
import { LOWER_NAME } from "../core/contains-text";
import { duplicateOf } from "../core/status-move";
import {
  atStatus,
  CANDIDATES_MAX,
  type Condition,
  conditionsOf,
  createdBetween,
  createdBy,
  ofAsset,
  ofClass,
} from "./document-list-conditions";

/** How many documents a list reads in order before it looks for an index that knows all that match. */
const NEAR_MAX = 500;

/** How many documents a call reads in order if no index helps. */
const IN_ORDER_MAX = 4000;

/** A list as the adapter reads it; `limit` includes the row that shows whether more follow. */
export interface ListQuery {
  readonly filter: DocumentListFilter;
  readonly order: DocumentOrder;
  readonly after: DocumentListPosition | null;
  readonly limit: number;
  readonly except?: readonly string[] | undefined;
}

/** Exactly as in the index `staged_document_waiting_score`. Documents whose processing failed have no score and come first. */
const SCORE = sql`COALESCE((document.classification ->> 'score')::double precision, 0)`;

/** The documents in an order that an index has, and the conditions that this index does not answer. */
interface Scan {
  /** What an order compares besides the uuid; null if the uuid is all. */
  readonly key: Sql | null;
  /** Each is a range of the index, already in order; the scan merges them. */
  readonly ranges: readonly Sql[];
  readonly rest: readonly Condition[];
}

/** Returns the scan that reads the fewest documents of a list in its order. */
function scanOf(filter: DocumentListFilter, { by }: DocumentOrder): Scan {
  const { assetIdentifier, statuses, documentClass, createdFrom, createdTo } = filter;
  const conditions = conditionsOf(filter);
  const covered = new Set<Condition["name"]>();
  const cover = (name: Condition["name"], where: Sql) => {
    covered.add(name);
    return where;
  };
  const key = by === "updated" ? sql`document.updated_at` : sql`document.created_at`;
  const scan = (of: Omit<Scan, "rest">): Scan => ({
    ...of,
    rest: conditions.filter(({ name }) => !covered.has(name)),
  });
  if (by === "score") {
    covered.add("statuses");
    return scan({ key: SCORE, ranges: [atStatus(STATUS.waitingForReview)] });
  }
  if (by === "name") return scan({ key: LOWER_NAME, ranges: [sql`true`] });
  if (by === "created" && assetIdentifier === null) {
    return scan({ key: null, ranges: [join([sql`true`, ...createdBetween(filter)], " AND ")] });
  }
  const common: Sql[] = [];
  if (assetIdentifier !== null) {
    // The index by the last change has the collation of the database.
    const identifier =
      by === "updated"
        ? sql`document.asset_identifier = ${assetIdentifier}`
        : ofAsset(assetIdentifier);
    common.push(cover("assetIdentifier", identifier));
  } else if (documentClass !== null) common.push(cover("documentClass", ofClass(documentClass)));
  // A document cannot change before it is created.
  if (createdFrom) common.push(sql`${key} >= ${createdFrom}`);
  if (by === "created") {
    if (createdTo) common.push(sql`${key} <= ${createdTo}`);
    covered.add("createdFrom");
  }
  const hasClass = covered.has("documentClass");
  if (statuses === null || hasClass) {
    return scan({ key, ranges: [join([sql`true`, ...common], " AND ")] });
  }
  covered.add("statuses");
  const ranges = statuses.map((status) => join([atStatus(status), ...common], " AND "));
  return scan({ key, ranges });
}

const orderBy = (key: Sql | null, { isDescending }: DocumentOrder) => {
  const direction = raw(isDescending ? "DESC" : "ASC");
  return key === null
    ? sql`ORDER BY document.uuid ${direction}`
    : sql`ORDER BY ${key} ${direction}, document.uuid ${direction}`;
};

/** Returns the condition that a document comes after the position and is not left out. */
function isToCome(key: Sql | null, query: ListQuery): Sql {
  return sql`${isBehind(key, query)} AND ${isNotIn(query.except ?? [])}`;
}

const isNotIn = (except: readonly string[]) =>
  except.length === 0 ? sql`true` : sql`document.uuid <> ALL (${except}::uuid[])`;

function isBehind(key: Sql | null, { after, order }: ListQuery): Sql {
  if (!after) return sql`true`;
  const operator = raw(order.isDescending ? "<" : ">");
  return key === null
    ? sql`document.uuid ${operator} ${after.uuid}`
    : sql`(${key}, document.uuid) ${operator} (${after.key}${key === SCORE ? sql`::double precision` : sql``}, ${after.uuid})`;
}

/** How many of the remaining documents to skip, and how many to return. */
interface Part {
  readonly skip?: number;
  readonly limit: number;
}

/**
 * Returns some of the remaining documents of a scan, in order. Each of several ranges has its own order and limit; otherwise
 * PostgreSQL would read all of them to the end and sort them.
 */
function inOrder({ key, ranges }: Scan, query: ListQuery, { skip = 0, limit }: Part): Sql {
  const order = orderBy(key, query.order);
  const select = (range: Sql) =>
    sql`SELECT * FROM staged_document AS document WHERE ${range} AND ${isToCome(key, query)} ${order}`;
  const part = sql`OFFSET ${skip} LIMIT ${limit}`;
  const [only, ...others] = ranges;
  if (only && others.length === 0) return sql`${select(only)} ${part}`;
  const selects = ranges.map((range) => sql`(${select(range)} LIMIT ${skip + limit})`);
  return sql`SELECT * FROM (${join(selects, " UNION ALL ")}) AS document ${order} ${part}`;
}

const matching = (rest: readonly Condition[]) =>
  join([sql`true`, ...rest.map(({ where }) => where)], " AND ");

const keyText = (key: Sql | null) =>
  key === LOWER_NAME || key === SCORE
    ? sql`${key}::text`
    : sql`to_char(${key ?? sql`document.created_at`} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Selects what the cockpit's list shows of the documents on a page, and one row without a document if there is none. */
const withDetails = (key: Sql | null, order: DocumentOrder, besides: Sql) => sql`
SELECT document.*, ${createdBy("document")} AS created_by, ${duplicateOf("document")},
  (SELECT asset.name FROM asset WHERE asset.identifier = document.asset_identifier) AS asset_name,
  ${keyText(key)} AS order_key, ${besides}
LEFT JOIN (
  SELECT * FROM staged_document WHERE uuid = ANY (ARRAY(SELECT uuid FROM page)) OFFSET 0
) AS document ON true
${orderBy(key, order)}`;

/**
 * Reads documents in order until the page is full, but only so many. `scanned` is the last one that was read if there may
 * be more.
 */
export function nearStatement(query: ListQuery): { readonly statement: Sql; readonly scan: Scan } {
  const scan = scanOf(query.filter, query.order);
  const readMax = query.after?.isInOrder ? IN_ORDER_MAX : NEAR_MAX;
  const documentsMax = Math.max(query.limit, scan.rest.length === 0 ? query.limit : readMax);
  const documents = inOrder(scan, query, { limit: documentsMax });
  const last = inOrder(scan, query, { skip: documentsMax - 1, limit: 1 });
  const order = orderBy(scan.key, query.order);
  const statement = sql`
WITH page AS MATERIALIZED (
  SELECT uuid FROM (${documents}) AS document
  WHERE ${matching(scan.rest)} ${order} LIMIT ${query.limit}
), scanned AS MATERIALIZED (
  SELECT uuid AS scanned_uuid, ${keyText(scan.key)} AS scanned_key FROM (${last}) AS document
  WHERE (SELECT count(*) FROM page) < ${query.limit}::int
)
${withDetails(
  scan.key,
  query.order,
  sql`scanned_key, scanned_uuid
FROM (SELECT) AS one LEFT JOIN scanned ON true`,
)}`;
  return { statement, scan };
}

/**
 * Returns the CTEs that ask one index after the other for all documents that may match, until one knows few enough, and an
 * expression that says whether one did. Returns null if no index can be asked.
 * @param options.isSampled whether samples are taken first, so that no GIN index is asked for what is frequent
 */
function candidatesOf(
  rest: readonly Condition[],
  { isSampled = false } = {},
): { ctes: Sql; isKnown: Sql; uuids: Sql } | null {
  const lookups = rest.flatMap(({ candidates, isFrequent }) =>
    candidates ? [{ candidates, isFrequent: (isSampled && isFrequent) || sql`false` }] : [],
  );
  if (lookups.length === 0) return null;
  const name = (index: number) => raw(`candidates_${index}`);
  const isAsked = (index: number) =>
    sql`NOT (SELECT is_frequent FROM sample_${raw(String(index))})`;
  const isFew = (index: number) =>
    sql`(${isAsked(index)} AND (SELECT count(*) FROM ${name(index)}) <= ${CANDIDATES_MAX}::int)`;
  const all = lookups.map((_, index) => index);
  const ctes = lookups.map(({ candidates, isFrequent }, index) => {
    const before = all.slice(0, index).map((other) => sql`NOT ${isFew(other)}`);
    return sql`sample_${raw(String(index))} AS MATERIALIZED (SELECT ${isFrequent} AS is_frequent), ${name(index)} AS MATERIALIZED (
  SELECT uuid FROM (${candidates}) AS candidate
  WHERE ${join([isAsked(index), ...before], " AND ")} LIMIT ${CANDIDATES_MAX + 1}
)`;
  });
  return {
    ctes: join(ctes, ", "),
    isKnown: sql`(${join(all.map(isFew), " OR ")})`,
    uuids: join(
      all.map((index) => sql`SELECT uuid FROM ${name(index)} WHERE ${isFew(index)}`),
      " UNION ",
    ),
  };
}

/** The rows of the candidates that match. OFFSET 0 keeps PostgreSQL from reading anything but the candidates. */
const chosen = (uuids: Sql, rest: Sql) => sql`
  SELECT document.* FROM (
    SELECT * FROM staged_document WHERE uuid = ANY (ARRAY(${uuids})) OFFSET 0
  ) AS document WHERE ${rest}`;

/**
 * Finds the page among the documents that an index names, if one names few enough: `is_known` says so. Returns null if no
 * index can be asked.
 */
export function farStatement(query: ListQuery, { key, rest }: Scan): Sql | null {
  const { filter, order, limit } = query;
  const candidates = candidatesOf(rest);
  if (!candidates) return null;
  const where = sql`${isToCome(key, query)} AND ${matching(conditionsOf(filter))}`;
  return sql`
WITH ${candidates.ctes}, page AS MATERIALIZED (
  SELECT uuid FROM (${chosen(candidates.uuids, where)}) AS document
  WHERE ${candidates.isKnown} ${orderBy(key, order)} LIMIT ${limit}
)
${withDetails(key, order, sql`known.is_known FROM (SELECT ${candidates.isKnown} AS is_known) AS known`)}`;
}

const IN_UPDATE_ORDER: DocumentOrder = { by: "updated", isDescending: true };

/**
 * Counts at most `limit` matching documents that are not left out: those that an index names, if one names few enough, or
 * else those among the first in order. `is_all` says whether no other document can match.
 */
export function countStatement(
  filter: DocumentListFilter,
  {
    limit,
    except = [],
  }: { readonly limit: number; readonly except?: readonly string[] | undefined },
): Sql {
  const scan = scanOf(filter, IN_UPDATE_ORDER);
  const readAll = limit + except.length;
  const query = { filter, order: IN_UPDATE_ORDER, after: null, limit: readAll };
  const isSimple = scan.rest.length === 0;
  const readMax = isSimple ? readAll : filter.text === null ? readAll * 2 : IN_ORDER_MAX;
  const candidates = candidatesOf(scan.rest, { isSampled: true });
  const counted = sql`(SELECT count(*) FROM (
    SELECT FROM (${inOrder(scan, query, { limit: readMax })}) AS document
    WHERE ${matching(scan.rest)} AND ${isNotIn(except)} LIMIT ${limit}
  ) AS matching)::int`;
  const next = inOrder(scan, query, { skip: readMax, limit: 1 });
  const isAll = sql`(SELECT uuid FROM (${next}) AS document) IS NULL`;
  const where = sql`${matching(conditionsOf(filter))} AND ${isNotIn(except)}`;
  if (isSimple || !candidates) return sql`SELECT ${counted} AS count, ${isAll} AS is_all`;
  return sql`
WITH ${candidates.ctes}
SELECT CASE WHEN ${candidates.isKnown} THEN (
    SELECT count(*) FROM (${chosen(candidates.uuids, where)}) AS document
  )::int ELSE ${counted} END AS count,
  CASE WHEN ${candidates.isKnown} THEN true ELSE ${isAll} END AS is_all`;
}
