const LEVELS_MAX = 500;
const NAME_BYTES_MAX = 512;

/**
 * Why a parsed JSON value cannot be kept and sent again unchanged, as a sentence's end after its name; null when it can.
 * PostgreSQL takes no NUL and no half of a surrogate pair; the SDK checks objects with a member `toJSON` in another order.
 */
export function storageProblem(value: unknown): string | null {
  return problemBelow(value, LEVELS_MAX);
}

/** Why an id or the name of an event cannot be kept, in the same form; a long one does not fit into an index. */
export function nameProblem(name: unknown): string | null {
  if (typeof name !== "string" || name === "") return "is not a string, or is empty";
  return Buffer.byteLength(name) > NAME_BYTES_MAX
    ? `is longer than ${NAME_BYTES_MAX} bytes`
    : textProblem(name);
}

/** The text with replacement characters for what cannot be kept. */
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
