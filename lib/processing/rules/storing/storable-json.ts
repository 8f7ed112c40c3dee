/**
 * Converts a value to JSON that PostgreSQL can store. Untrusted files contain U+0000 and lone surrogates, which
 * PostgreSQL rejects. U+0000 is removed, and lone surrogates are replaced.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "string" ? storableText(part) : part,
  );

/** Converts a string in the same way as `storableJson`. */
export const storableText = (text: string): string => text.replaceAll("\u0000", "").toWellFormed();
