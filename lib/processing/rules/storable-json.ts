/**
 * The value as JSON that PostgreSQL keeps: strangers' files hold U+0000 and lone surrogates, which it refuses. The first is left out,
 * the second replaced.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "string" ? storableText(part) : part,
  );

/** The same for a text on its own. */
export const storableText = (text: string): string => text.replaceAll("\u0000", "").toWellFormed();
