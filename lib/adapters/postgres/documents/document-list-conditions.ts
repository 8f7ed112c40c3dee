import sql, { join, raw, type Sql } from "sql-template-tag";
import type { DocumentListFilter } from "@/lib/documents/list-ports";
import { foldedWords, isLongWord, isOfWords } from "@/lib/documents/rules/search-words";
import type { Status } from "@/lib/documents/rules/status";
import { containsText, OF_ASSET, patternOf } from "../core/contains-text";
import { firstWithSameBytes } from "../core/status-move";

/** How many documents an index may name, of all assets, before the list is read in order instead. */
export const CANDIDATES_MAX = 5000;

/** About how many rows are looked at to see how frequent something is before a GIN index is asked. */
const SAMPLED = 500;

/** A GIN index reads everything that it names, whatever the limit, so a count does not ask it for more than about this many. */
const GIN_MAX = 4 * CANDIDATES_MAX;

/** The number of letters of the shortest text that has parts: see the SQL function `search_parts`. */
const PART_LENGTH = 3;

/** A condition, and what an index can do for it. */
export interface Condition {
  readonly name: keyof DocumentListFilter;
  readonly where: Sql;
  /** The uuids of all documents that may meet the condition; null if no index knows them. */
  readonly candidates: Sql | null;
  /** For a GIN index, whether a sample says that it names more than it should be asked for; otherwise null. */
  readonly isFrequent: Sql | null;
}

/** The index has this order, so that PostgreSQL does not read the table. */
const ofDocuments = (where: Sql, order: string) =>
  sql`(SELECT document.uuid FROM staged_document AS document WHERE ${where} ORDER BY ${raw(order)} LIMIT ${CANDIDATES_MAX + 1})`;

/** In an asset, in the collation of the index by creation. */
export const ofAsset = (identifier: string) => sql`document.${OF_ASSET} = ${identifier}`;

/** The status is a literal, so that PostgreSQL can use partial indexes. */
export const atStatus = (status: Status) => sql`document.status = ${raw(String(status))}`;

/** The expression must be exactly the same as in the index `staged_document_class`. */
export const ofClass = (id: string) =>
  sql`document.classification IS NOT NULL AND (document.classification ->> 'documentClass') = ${id}`;

/** Both expressions must be exactly the same as in the index `staged_document_findings`. */
const withFinding = (code: string) => sql`document.classification @? 'lax $.findings[*]'
  AND jsonb_path_query_array(document.classification, 'lax $.findings[*].code') @> ${JSON.stringify([code])}::jsonb`;

/** The actor that created the document, from its history. */
export const createdBy = (document: string) =>
  sql`(SELECT actor FROM status_change WHERE document_uuid = ${raw(document)}.uuid ORDER BY id LIMIT 1)`;

/** Before PostgreSQL has counted them, for example after a restore, the documents are estimated at 500 bytes each. */
const DOCUMENT_COUNT = sql`(
  SELECT greatest(CASE WHEN reltuples < 0 THEN pg_relation_size(oid)::real / 500 ELSE reltuples END, ${SAMPLED}::int)
  FROM pg_class WHERE oid = 'staged_document'::regclass
)`;

/** Returns whether so many rows meet the condition in a sample of whole blocks, which are the same each time. */
const isFrequentIn = (table: string, where: Sql) => sql`(
  SELECT count(*) * ${DOCUMENT_COUNT} > ${GIN_MAX * SAMPLED}::bigint
  FROM ${raw(table)} TABLESAMPLE SYSTEM (100 * ${SAMPLED}::int / ${DOCUMENT_COUNT}) REPEATABLE (1) WHERE ${where}
)`;

const WORDS_OF = sql`(found.name || found."values" || found.content)`;

/** A scalar subquery, because PostgreSQL might look up all documents with the words for EXISTS. */
function foundBy(text: string): Sql {
  const pattern = patternOf(text);
  const inName = sql`${containsText("document.name", pattern)} OR ${containsText("document.folder", pattern)}`;
  if (!isOfWords(text)) return sql`(${inName})`;
  return sql`(${inName} OR COALESCE((
    SELECT ${WORDS_OF} @@ search_query(${text}) FROM document_search AS found WHERE found.document_uuid = document.uuid
  ), false))`;
}

/**
 * Looks for the documents that have all parts of the text in a name or a folder, or words that begin like those of the text.
 * Words of one or two letters are left out, because PostgreSQL would read a large part of the index for them.
 */
function textLookup(
  text: string,
  assetIdentifier: string | null,
): Pick<Condition, "candidates" | "isFrequent"> {
  if ([...text].length < PART_LENGTH) return { candidates: null, isFrequent: null };
  // The schema of @> is named, because the extension intarray has an operator of this name that cannot use the index.
  const parts =
    assetIdentifier === null
      ? sql`search_letters(parts) OPERATOR(pg_catalog.@>) search_letters(search_parts('', ${text}))`
      : sql`parts OPERATOR(pg_catalog.@>) search_parts(${assetIdentifier}, ${text})`;
  const inName = sql`(SELECT document_uuid AS uuid FROM document_name_parts WHERE ${parts} LIMIT ${CANDIDATES_MAX + 1})`;
  const isPartFrequent = isFrequentIn("document_name_parts", parts);
  if (!isOfWords(text)) return { candidates: inName, isFrequent: isPartFrequent };
  const long = foldedWords(text).filter(isLongWord).join(" ");
  const words = sql`${WORDS_OF} @@ search_query(${long})`;
  return {
    candidates: sql`${inName} UNION (
    SELECT found.document_uuid FROM document_search AS found WHERE ${words} LIMIT ${CANDIDATES_MAX + 1}
  )`,
    isFrequent: sql`(${isPartFrequent} OR ${isFrequentIn("document_search AS found", words)})`,
  };
}

/** The roles are literals, so that PostgreSQL can use the partial indexes. */
const createdByUser = (id: string) =>
  join(
    ["administrator", "reviewer"].map(
      (role) => sql`SELECT document_uuid AS uuid FROM status_change
    WHERE from_status IS NULL AND actor LIKE ${raw(`'${role}:%'`)} AND actor = ${`${role}:${id}`}`,
    ),
    " UNION ALL ",
  );

/** How far the time in a version 7 UUID may be from the time at which its document was created. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** Returns the UUID that sorts before all others of its time. */
function firstUuidOf(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** A UUID begins with the time at which the document was created, so the primary key is an index of that time. */
export function createdBetween({ createdFrom, createdTo }: DocumentListFilter): readonly Sql[] {
  return [
    ...(createdFrom
      ? [sql`document.uuid >= ${firstUuidOf(createdFrom.getTime() - CLOCK_DIFFERENCE_MS)}`]
      : []),
    ...(createdTo
      ? [sql`document.uuid < ${firstUuidOf(createdTo.getTime() + CLOCK_DIFFERENCE_MS)}`]
      : []),
  ];
}

/** Returns the conditions of a filter: those whose index is cheapest to ask first. */
export function conditionsOf(filter: DocumentListFilter): readonly Condition[] {
  const { assetIdentifier, statuses, documentClass, finding, uploader, text } = filter;
  const { createdFrom, createdTo } = filter;
  const conditions: Condition[] = [];
  const add = (
    name: Condition["name"],
    where: Sql,
    candidates: Sql | null,
    isFrequent: Sql | null = null,
  ) => conditions.push({ name, where, candidates, isFrequent });
  if (assetIdentifier !== null) {
    const where = ofAsset(assetIdentifier);
    add("assetIdentifier", where, ofDocuments(where, "created_at, uuid"));
  }
  if (documentClass !== null) {
    const where = ofClass(documentClass);
    add("documentClass", where, ofDocuments(where, "updated_at, uuid"));
  }
  if (statuses !== null) {
    const candidates = statuses.map((status) => ofDocuments(atStatus(status), "updated_at, uuid"));
    const where = sql`document.status = ANY (${statuses}::smallint[])`;
    add("statuses", where, join(candidates, " UNION ALL "));
  }
  if (uploader === "api") {
    add("uploader", sql`${createdBy("document")} LIKE 'api-key:%'`, null);
  } else if (uploader !== null) {
    const actors = [`administrator:${uploader}`, `reviewer:${uploader}`];
    add("uploader", sql`${createdBy("document")} = ANY (${actors})`, createdByUser(uploader));
  }
  if (createdFrom ?? createdTo) {
    const period = join(createdBetween(filter), " AND ");
    const from = createdFrom ? sql`document.created_at >= ${createdFrom}` : sql`true`;
    const to = createdTo ? sql`document.created_at <= ${createdTo}` : sql`true`;
    add("createdFrom", sql`${from} AND ${to}`, ofDocuments(period, "uuid"));
  }
  if (finding !== null) {
    const where = withFinding(finding);
    add(
      "finding",
      where,
      sql`SELECT uuid FROM staged_document AS document WHERE ${where} LIMIT ${CANDIDATES_MAX + 1}`,
      isFrequentIn("staged_document AS document", where),
    );
  }
  if (text !== null) {
    const { candidates, isFrequent } = textLookup(text, assetIdentifier);
    add("text", foundBy(text), candidates, isFrequent);
  }
  if (filter.isDuplicate) {
    const where = sql`document.file_sha256 IS NOT NULL AND ${firstWithSameBytes("document")} IS NOT NULL`;
    add("isDuplicate", where, null);
  }
  return conditions;
}
