import type pg from "pg";
import type { DocumentFilter } from "@/lib/documents/ports/document-list";
import { duplicateOf } from "../core/status-move";

/** The class of a document as its index has it. */
const CLASS_OF = "(document.classification ->> 'documentClass')";

/** Whether a list asks for more than the columns that its named statements know. */
export const isSearch = ({ words, documentClass }: DocumentFilter): boolean =>
  words !== undefined || documentClass !== undefined;

/**
 * The statement of a list that searches, in the order of every list; $1 and $2 are the position, $3 the limit. Without a name, so
 * that PostgreSQL plans for these very words: a rare one is best looked for first, of a frequent one the list is read in its order.
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

/** Exactly the expression of the index `document_search_words`. */
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
