import type pg from "pg";
import type { DocumentFilter } from "@/lib/documents/ports/document-list";
import { duplicateOf } from "../core/status-move";

/** The class of a document. The expression must be exactly the same as in the index. */
const CLASS_OF = "(document.classification ->> 'documentClass')";

/** Returns whether a list has filters that its named statements do not cover. */
export const isSearch = ({ words, documentClass }: DocumentFilter): boolean =>
  words !== undefined || documentClass !== undefined;

/**
 * Returns the statement for a list with a search, sorted like every list; $1 and $2 are the position, $3 the limit. It is
 * unnamed, so that PostgreSQL plans for the actual words: it should look up a rare word first, but read the list in order
 * for a frequent word.
 */
export function searchQuery(
  { assetIdentifier, status, words, documentClass }: DocumentFilter,
  page: readonly unknown[],
): pg.QueryConfig {
  const values = [...page];
  const given = (value: unknown) => `$${values.push(value)}`;
  const conditions = ["(document.updated_at, document.uuid) > ($1, $2)"];
  if (assetIdentifier !== null) {
    conditions.push(`document.asset_identifier = ${given(assetIdentifier)}`);
  }
  if (status !== null) conditions.push(`document.status = ${given(status)}`);
  if (documentClass !== undefined) {
    conditions.push(
      `document.classification IS NOT NULL AND ${CLASS_OF} = ${given(documentClass)}`,
    );
  }
  if (words !== undefined) conditions.push(foundBy(given(words)));
  return { text: searchText(conditions), values };
}

/** The expression must be exactly the same as in the index `document_search_words`. */
const foundBy = (words: string) => `document.uuid IN (
    SELECT found.document_uuid FROM document_search AS found
    WHERE (found.name || found."values" || found.content) @@ search_query(${words})
  )`;

const searchText = (conditions: readonly string[]) => `
SELECT document.*, ${duplicateOf("document")}
FROM staged_document AS document
WHERE ${conditions.join("\n  AND ")}
ORDER BY document.updated_at, document.uuid
LIMIT $3`;
