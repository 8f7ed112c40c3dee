/**
 * The SQL of the list of documents, one statement for each set of filters. $1 and $2 are the position, $3 the limit.
 * A filter is written as a range of its index, not as `=`: with `=` the planner may walk the index of all documents
 * and throw away what does not match, which for a rare status is everything.
 */
export const LIST_STATEMENTS = {
  all: {
    name: "staged-documents-list",
    text: `
SELECT * FROM staged_document
WHERE (updated_at, uuid) > ($1, $2)
ORDER BY updated_at, uuid
LIMIT $3`,
  },
  ofAsset: {
    name: "staged-documents-list-asset",
    text: `
SELECT * FROM staged_document
WHERE (asset_identifier, updated_at, uuid) > ($4, $1, $2) AND asset_identifier <= $4
ORDER BY asset_identifier, updated_at, uuid
LIMIT $3`,
  },
  atStatus: {
    name: "staged-documents-list-status",
    text: `
SELECT * FROM staged_document
WHERE (status, updated_at, uuid) > ($4, $1, $2) AND status <= $4
ORDER BY status, updated_at, uuid
LIMIT $3`,
  },
  ofAssetAtStatus: {
    name: "staged-documents-list-asset-status",
    text: `
SELECT * FROM staged_document
WHERE (asset_identifier, updated_at, uuid) > ($4, $1, $2) AND asset_identifier <= $4 AND status = $5
ORDER BY asset_identifier, updated_at, uuid
LIMIT $3`,
  },
} as const;
