import {
  DOCUMENTS_NAMED_MAX,
  DOCUMENTS_SEARCHED_MAX,
} from "@/lib/notifications/ports/delivery-log";
import { containsText } from "../core/contains-text";
import {
  LAST_ATTEMPT,
  LISTED,
  NEWEST_FIRST,
  NOTIFICATION_PAGES,
  TOLD_OF_DOCUMENT,
} from "./notification-log-statements";

/**
 * Adds the documents of each row of `page`, starting with those for which `isFound` is true. A notification has at most
 * 100 changes.
 */
const documentsNamed = (isFound: string) => `LEFT JOIN LATERAL (
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
const withNames = (page: string, isFound = "false") => `
SELECT page.*, last.*, named.*
FROM (${page}
) AS page
${LAST_ATTEMPT}
${documentsNamed(isFound)}
ORDER BY ${NEWEST_FIRST}`;

/** The maximum number of assets that a search text may match. With more matches, the results would not help the user. */
const ASSETS_SEARCHED_MAX = 20;

/**
 * The maximum number of changes to read per document. Without a limit, PostgreSQL could use a join that reads every
 * change in the table.
 */
const CHANGES_SEARCHED_MAX = 100;

const LATEST = `ORDER BY updated_at DESC, uuid DESC LIMIT ${DOCUMENTS_SEARCHED_MAX}`;

/**
 * Finds the documents that match a text, most recently changed first: $5 is the text, $7 its pattern, $8 the uuid that it
 * contains, or null. Each way of finding documents has a separate limit, so that neither a frequent word nor a large
 * asset is read in full.
 */
const FOUND = `place AS MATERIALIZED (
  SELECT $5::text AS identifier
  UNION (
    SELECT identifier FROM asset
    WHERE ${containsText("identifier", "$7")} OR ${containsText("name", "$7")}
    ORDER BY identifier LIMIT ${ASSETS_SEARCHED_MAX}
  )
), found AS MATERIALIZED (
  SELECT uuid FROM (
    SELECT at_place.* FROM place, LATERAL (
      SELECT uuid, updated_at FROM staged_document WHERE asset_identifier = place.identifier ${LATEST}
    ) AS at_place
    UNION (
      SELECT uuid, updated_at FROM staged_document
      WHERE uuid IN (
        SELECT document_uuid FROM document_search AS words
        WHERE (words.name || words."values" || words.content) @@ search_query($5)
      ) ${LATEST}
    )
    UNION
    SELECT uuid, updated_at FROM staged_document WHERE uuid = $8
  ) AS candidate ${LATEST}
), told AS MATERIALIZED (
  SELECT DISTINCT change.notification_id AS id FROM found, LATERAL (
    SELECT notification_id FROM status_change
    WHERE document_uuid = found.uuid AND notification_id IS NOT NULL ORDER BY status_change.id DESC LIMIT ${CHANGES_SEARCHED_MAX}
  ) AS change
)`;

/**
 * `told` may contain thousands of ids, and each of them is looked up, because a join would read every notification ever
 * sent.
 */
const PAGE_OF_TEXT = `
  SELECT one.* FROM told, LATERAL (
    SELECT ${LISTED} FROM notification
    WHERE id = told.id AND (created_at, id) < ($1, $2) AND created_at >= $4 AND ($6::text IS NULL OR state = $6)
    LIMIT 1
  ) AS one
  ORDER BY "createdAt" DESC, id DESC LIMIT $3`;

/** The SQL statements of the delivery log that users see (decision 0062), exported to test their query plans. */
export const DELIVERY_LOG_STATEMENTS = {
  all: { name: "delivery-log-list", text: withNames(NOTIFICATION_PAGES.all) },
  inState: { name: "delivery-log-list-state", text: withNames(NOTIFICATION_PAGES.inState) },
  ofDocument: {
    name: "delivery-log-list-document",
    text: `
WITH ${TOLD_OF_DOCUMENT}${withNames(NOTIFICATION_PAGES.told, "document_uuid = $5")}`,
  },
  nameDocuments: {
    name: "delivery-log-name-documents",
    text: `
SELECT uuid, name, asset_identifier AS "assetIdentifier"
FROM (SELECT DISTINCT document_uuid FROM status_change WHERE notification_id = $1) AS change
JOIN staged_document ON uuid = document_uuid`,
  },
  /**
   * Unnamed, so that PostgreSQL plans for the actual words: for a frequent word, it should read the latest documents in
   * order.
   */
  ofText: {
    text: `
WITH ${FOUND}${withNames(PAGE_OF_TEXT, "document_uuid IN (SELECT uuid FROM found)")}`,
  },
} as const;
