import { hasVisibleCharacter } from "@/lib/kernel/rules/visible-text";

const CODE_POINTS_MAX = 255;

/**
 * Returns what is wrong with the asset identifier of a new document or asset, or null if it is accepted (DESIGN 3,
 * decision 0036).
 */
export function assetIdentifierProblem(identifier: string): string | null {
  const problem = storedIdentifierProblem(identifier);
  if (problem) return problem;
  return hasVisibleCharacter(identifier) ? null : "must have a visible character";
}

/**
 * Returns why text cannot be a stored asset identifier, or null if it can. Documents from earlier versions may have
 * invisible identifiers.
 */
export function storedIdentifierProblem(identifier: string): string | null {
  if (!identifier.isWellFormed()) return "must be well-formed Unicode";
  if (identifier === "") return "must not be empty";
  if ([...identifier].length > CODE_POINTS_MAX) {
    return `must have at most ${CODE_POINTS_MAX} characters`;
  }
  if (/\p{Cc}/u.test(identifier)) return "must not contain control characters";
  return null;
}
