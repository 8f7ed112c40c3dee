import sql, { raw, type Sql } from "sql-template-tag";

/** A document's asset in the collation of the cockpit's own indexes. Only the cockpit's statements use this collation. */
export const OF_ASSET = sql`asset_identifier COLLATE "C"`;

/** The name of a document in lower case, exactly as in the index `staged_document_name_uuid_idx`. */
export const LOWER_NAME = sql`lower(name COLLATE "und-x-icu") COLLATE "C"`;

/**
 * Returns a condition that a column contains the text of a pattern from `patternOf`, ignoring case in every language. The
 * database's own collation may ignore case only in English.
 */
export const containsText = (column: string, pattern: unknown): Sql =>
  sql`${raw(column)} COLLATE "und-x-icu" ILIKE ${pattern}`;

/** Returns a pattern that matches text containing this text, with % and _ taken literally. */
export const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
