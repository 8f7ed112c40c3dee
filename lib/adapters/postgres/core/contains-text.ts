/**
 * The condition that a column contains what `patternOf` made of a text, in upper or lower case of every language: the
 * database's own collation may know those of English only.
 */
export const containsText = (column: string, pattern: string): string =>
  `${column} COLLATE "und-x-icu" ILIKE ${pattern}`;

/** What contains the text: its own % and _ stand for themselves. */
export const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
