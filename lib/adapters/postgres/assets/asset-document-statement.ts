import sql, { empty, raw, type Sql } from "sql-template-tag";
import { containsText } from "../core/contains-text";
import { type Parameter, type Places, statement } from "../core/query";

/** A document's asset in the collation of the cockpit's own indexes. Only the cockpit's statements use this collation. */
export const OF_ASSET = sql`asset_identifier COLLATE "C"`;

/** The length of the shortest text that has parts: see the SQL function `search_parts`. */
export const PART_LENGTH = 3;

/** How many documents a search reads in order before it looks up the parts of the text. */
const NEAR_MAX = 1000;

/** How many documents that have all parts of the text a search compares. If there are more, it reads in order instead. */
const FAR_MAX = 5000;

/** The values of a page of the documents of one identifier. */
interface PageValues {
  readonly assetIdentifier: string;
  /** The position after which the page starts. */
  readonly afterAt: Date | string;
  readonly afterUuid: string;
  readonly limit: number;
  /** The pattern of the search text; null without a search. */
  readonly pattern: string | null;
}

type Page = Places<PageValues>;

const createdBy = (document: string) => sql`(
  SELECT actor FROM status_change WHERE document_uuid = ${raw(document)}.uuid ORDER BY id LIMIT 1
) AS created_by`;

const NEWEST_FIRST = sql`ORDER BY created_at DESC, uuid DESC`;

const behind = ({ assetIdentifier, afterAt, afterUuid }: Page, where: Sql) =>
  sql`${OF_ASSET} = ${assetIdentifier} AND (created_at, uuid) < (${afterAt}, ${afterUuid})${where}`;

const matches = ({ pattern }: Page) =>
  sql`(${containsText("name", pattern)} OR ${containsText("folder", pattern)})`;

const at = (status: Parameter) => sql` AND status = ${status}`;

const list = (page: Page, where: Sql) => sql`
SELECT *, ${createdBy("staged_document")}
FROM staged_document
WHERE ${behind(page, where)} AND (${page.pattern}::text IS NULL OR ${matches(page)})
${NEWEST_FIRST}
LIMIT ${page.limit}`;

/**
 * Most searches find a page of documents among the newest. Only if they do not, and if there are more documents, those
 * that have all parts of the text are looked up: usually a few more than those that contain it. PostgreSQL cannot make
 * these choices, because it does not know that the parts of a text occur together. OFFSET 0 keeps it from reading all
 * documents of the asset in the end. The schema of @> is named, because the extension intarray has an operator of this
 * name that cannot use the index.
 */
const search = (page: Page, where: Sql, text: Parameter) => sql`
WITH near AS MATERIALIZED (
  SELECT uuid FROM (
    SELECT uuid, created_at, name, folder FROM staged_document
    WHERE ${behind(page, where)} ${NEWEST_FIRST} LIMIT ${NEAR_MAX}
  ) AS newest
  WHERE ${matches(page)} ${NEWEST_FIRST} LIMIT ${page.limit}
), far AS MATERIALIZED (
  SELECT document_uuid AS uuid FROM document_name_parts
  WHERE (SELECT count(*) FROM near) < ${page.limit}::int
    AND (SELECT uuid FROM staged_document WHERE ${behind(page, where)} ${NEWEST_FIRST} OFFSET ${NEAR_MAX} LIMIT 1) IS NOT NULL
    AND parts OPERATOR(pg_catalog.@>) search_parts(${page.assetIdentifier}, ${text})
), choice AS MATERIALIZED (
  SELECT count(*) > ${FAR_MAX} AS is_in_order FROM (SELECT FROM far LIMIT ${FAR_MAX} + 1) AS counted
), chosen AS (
  SELECT * FROM (
    SELECT * FROM staged_document
    WHERE uuid = ANY (ARRAY(SELECT uuid FROM near UNION SELECT uuid FROM far)) OFFSET 0
  ) AS candidate
  WHERE NOT (SELECT is_in_order FROM choice) AND ${behind(page, where)} AND ${matches(page)}
  UNION ALL
  SELECT * FROM (
    SELECT * FROM staged_document WHERE ${behind(page, where)} AND ${matches(page)} ${NEWEST_FIRST} LIMIT ${page.limit}
  ) AS in_order
  WHERE (SELECT is_in_order FROM choice)
)
SELECT *, ${createdBy("chosen")}
FROM chosen
${NEWEST_FIRST}
LIMIT ${page.limit}`;

/** The values of a search. */
type SearchValues = PageValues & { readonly text: string };

/**
 * The SQL for the documents of one identifier, newest first. The statements are unnamed, so that PostgreSQL plans for the
 * actual values: a generic plan would read and sort all documents of an asset for each page. `duplicate_of` is omitted
 * because this list does not show it.
 */
export const ASSET_DOCUMENT_STATEMENTS = {
  ofAll: statement<PageValues>(null, (page) => list(page, empty)),
  atStatus: statement<PageValues & { status: number }>(null, (page) => list(page, at(page.status))),
  searchOfAll: statement<SearchValues>(null, (page) => search(page, empty, page.text)),
  searchAtStatus: statement<SearchValues & { status: number }>(null, (page) =>
    search(page, at(page.status), page.text),
  ),
};
