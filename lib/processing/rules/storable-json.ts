/**
 * The value as JSON that PostgreSQL keeps: strangers' files hold U+0000 and lone surrogates, which it refuses. The first is left out,
 * the second replaced.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "string" ? storableText(part) : part,
  );

/** The same for a text on its own. */
export function storableText(text: string): string {
  const withoutNull = text.includes("\u0000") ? text.replaceAll("\u0000", "") : text;
  return withoutNull.replace(LONE_SURROGATE, "\ufffd");
}

/** With the flag `u`, halves of a pair match no more than the pair's own character does. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
