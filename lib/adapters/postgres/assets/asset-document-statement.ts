import { containsText } from "../core/contains-text";

/** A document's asset in the collation of the cockpit's own indexes. Only the cockpit's statements use this collation. */
export const OF_ASSET = 'asset_identifier COLLATE "C"';

const list = (where: string) => `
SELECT *, (
  SELECT actor FROM status_change WHERE document_uuid = staged_document.uuid ORDER BY id LIMIT 1
) AS created_by
FROM staged_document
WHERE ${OF_ASSET} = $1 AND (created_at, uuid) < ($2, $3)${where}
  AND ($5::text IS NULL OR ${containsText("name", "$5")} OR ${containsText("folder", "$5")})
ORDER BY created_at DESC, uuid DESC
LIMIT $4`;

/**
 * The SQL for the documents of one identifier, newest first: $1 is the identifier, $2 and $3 are the position, $4 the
 * limit, $5 the pattern, $6 the status. The statements are unnamed, so that PostgreSQL plans for the actual values: a
 * generic plan would read and sort all documents of an asset for each page. `duplicate_of` is omitted because this list
 * does not show it.
 */
export const ASSET_DOCUMENTS_SQL = { ofAll: list(""), atStatus: list(" AND status = $6") };
