const LEVELS_MAX = 500;
const NAME_BYTES_MAX = 512;

/**
 * Returns why a parsed JSON value cannot be stored and sent again unchanged, worded as the end of a sentence, or null if
 * it can. PostgreSQL rejects NUL and lone surrogates; the SDK verifies objects with a `toJSON` member in a different key
 * order.
 */
export function storageProblem(value: unknown): string | null {
  return problemBelow(value, LEVELS_MAX);
}

/**
 * Returns why an id or an event name cannot be stored, worded like the result of `storageProblem`. A long id or name
 * does not fit into an index.
 */
export function nameProblem(name: unknown): string | null {
  if (typeof name !== "string" || name === "") return "is not a string, or is empty";
  return Buffer.byteLength(name) > NAME_BYTES_MAX
    ? `is longer than ${NAME_BYTES_MAX} bytes`
    : textProblem(name);
}

/** Returns the text with everything that cannot be stored replaced by replacement characters. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "\u{FFFD}").toWellFormed();
}

function problemBelow(value: unknown, levelsLeft: number): string | null {
  if (typeof value === "string") return textProblem(value);
  if (typeof value === "number" && !Number.isFinite(value))
    return "holds a number that is too large";
  if (typeof value !== "object" || value === null) return null;
  if (levelsLeft === 0) return `is nested deeper than ${LEVELS_MAX} levels`;
  return Array.isArray(value)
    ? problemInArray(value, levelsLeft - 1)
    : problemInObject(value, levelsLeft - 1);
}

function problemInArray(value: readonly unknown[], levelsLeft: number): string | null {
  for (const member of value) {
    const problem = problemBelow(member, levelsLeft);
    if (problem !== null) return problem;
  }
  return null;
}

function problemInObject(value: object, levelsLeft: number): string | null {
  for (const [name, member] of Object.entries(value)) {
    if (name === "toJSON") return "holds a member named toJSON";
    const problem = textProblem(name) ?? problemBelow(member, levelsLeft);
    if (problem !== null) return problem;
  }
  return null;
}

function textProblem(text: string): string | null {
  if (text.includes("\0")) return "holds a NUL character";
  return text.isWellFormed() ? null : "holds half of a surrogate pair";
}
