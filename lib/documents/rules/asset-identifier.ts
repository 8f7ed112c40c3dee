const CODE_POINTS_MAX = 255;

/** What is wrong with an asset identifier, or null when it is accepted (DESIGN 3). */
export function assetIdentifierProblem(identifier: string): string | null {
  if (!identifier.isWellFormed()) return "must be well-formed Unicode";
  if (identifier === "") return "must not be empty";
  if ([...identifier].length > CODE_POINTS_MAX) {
    return `must have at most ${CODE_POINTS_MAX} characters`;
  }
  if (/\p{Cc}/u.test(identifier)) return "must not contain control characters";
  return null;
}
