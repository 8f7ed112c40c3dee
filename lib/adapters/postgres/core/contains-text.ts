import sql, { raw, type Sql } from "sql-template-tag";

/**
 * Returns a condition that a column contains the text of a pattern from `patternOf`, ignoring case in every language. The
 * database's own collation may ignore case only in English.
 */
export const containsText = (column: string, pattern: unknown): Sql =>
  sql`${raw(column)} COLLATE "und-x-icu" ILIKE ${pattern}`;

/** Returns a pattern that matches text containing this text, with % and _ taken literally. */
export const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
