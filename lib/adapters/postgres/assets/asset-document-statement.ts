import { containsText } from "../core/contains-text";

/** A document's asset in the collation of the cockpit's own indexes. Only the cockpit's statements use this collation. */
export const OF_ASSET = 'asset_identifier COLLATE "C"';

/** The length of the shortest text that has parts: see the SQL function `search_parts`. */
export const PART_LENGTH = 3;

/** How many documents a search reads in order before it looks up the parts of the text. */
const NEAR_MAX = 1000;

/** How many documents that have all parts of the text a search compares. If there are more, it reads in order instead. */
const FAR_MAX = 5000;

const createdBy = (document: string) => `(
  SELECT actor FROM status_change WHERE document_uuid = ${document}.uuid ORDER BY id LIMIT 1
) AS created_by`;

const NEWEST_FIRST = "ORDER BY created_at DESC, uuid DESC";

const behind = (where: string) => `${OF_ASSET} = $1 AND (created_at, uuid) < ($2, $3)${where}`;

const MATCHES = `(${containsText("name", "$5")} OR ${containsText("folder", "$5")})`;

const list = (where: string) => `
SELECT *, ${createdBy("staged_document")}
FROM staged_document
WHERE ${behind(where)} AND ($5::text IS NULL OR ${MATCHES})
${NEWEST_FIRST}
LIMIT $4`;

/**
 * Most searches find a page of documents among the newest. Only if they do not, and if there are more documents, those
 * that have all parts of the text are looked up: usually a few more than those that contain it. PostgreSQL cannot make
 * these choices, because it does not know that the parts of a text occur together. OFFSET 0 keeps it from reading all
 * documents of the asset in the end. The schema of @> is named, because the extension intarray has an operator of this
 * name that cannot use the index.
 */
const search = (where: string, text: string) => `
WITH near AS MATERIALIZED (
  SELECT uuid FROM (
    SELECT uuid, created_at, name, folder FROM staged_document
    WHERE ${behind(where)} ${NEWEST_FIRST} LIMIT ${NEAR_MAX}
  ) AS newest
  WHERE ${MATCHES} ${NEWEST_FIRST} LIMIT $4
), far AS MATERIALIZED (
  SELECT document_uuid AS uuid FROM document_name_parts
  WHERE (SELECT count(*) FROM near) < $4::int
    AND (SELECT uuid FROM staged_document WHERE ${behind(where)} ${NEWEST_FIRST} OFFSET ${NEAR_MAX} LIMIT 1) IS NOT NULL
    AND parts OPERATOR(pg_catalog.@>) search_parts($1, ${text})
), choice AS MATERIALIZED (
  SELECT count(*) > ${FAR_MAX} AS is_in_order FROM (SELECT FROM far LIMIT ${FAR_MAX} + 1) AS counted
), chosen AS (
  SELECT * FROM (
    SELECT * FROM staged_document
    WHERE uuid = ANY (ARRAY(SELECT uuid FROM near UNION SELECT uuid FROM far)) OFFSET 0
  ) AS candidate
  WHERE NOT (SELECT is_in_order FROM choice) AND ${behind(where)} AND ${MATCHES}
  UNION ALL
  SELECT * FROM (
    SELECT * FROM staged_document WHERE ${behind(where)} AND ${MATCHES} ${NEWEST_FIRST} LIMIT $4
  ) AS in_order
  WHERE (SELECT is_in_order FROM choice)
)
SELECT *, ${createdBy("chosen")}
FROM chosen
${NEWEST_FIRST}
LIMIT $4`;

/**
 * The SQL for the documents of one identifier, newest first: $1 is the identifier, $2 and $3 are the position, $4 the
 * limit, $5 the pattern, then the status, if any, and for a search the text. The statements are unnamed, so that
 * PostgreSQL plans for the actual values: a generic plan would read and sort all documents of an asset for each page.
 * `duplicate_of` is omitted because this list does not show it.
 */
export const ASSET_DOCUMENTS_SQL = {
  ofAll: list(""),
  atStatus: list(" AND status = $6"),
  searchOfAll: search("", "$6"),
  searchAtStatus: search(" AND status = $6", "$7"),
};
