/** Returns the problem with a name, or null if it is valid: one visible line. */
export function oneLineProblem(text: string, charactersMax: number): string | null {
  const problem = plainTextProblem(text, { charactersMin: 1, charactersMax });
  if (problem) return problem;
  if (/[\t\n\r]/.test(text)) return "must be one line";
  if (text.trim() === "") return "must not be empty";
  return hasVisibleCharacter(text) ? null : "must have a visible character";
}

/** Returns the problem with text that people and other programs read, or null if it is valid. */
export function plainTextProblem(
  text: string,
  { charactersMin, charactersMax }: { charactersMin: number; charactersMax: number },
): string | null {
  // PostgreSQL cannot store lone surrogates or NUL.
  if (!text.isWellFormed()) return "must be well-formed Unicode";
  if (/\p{Cc}/u.test(text.replaceAll(/[\t\n\r]/g, ""))) {
    return "must not contain control characters other than tabs and line breaks";
  }
  const characterCount = [...text].length;
  if (characterCount < charactersMin) return "must not be empty";
  return characterCount > charactersMax ? `must have at most ${charactersMax} characters` : null;
}

/**
 * Spaces, characters that Unicode says to ignore if unsupported (zero-width characters, soft hyphens, variation
 * selectors, tags, Hangul fillers), controls, annotation marks, and three characters that are drawn as nothing: U+2800,
 * U+1D159 and U+13441.
 */
const INVISIBLE =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u{FFF9}-\u{FFFB}\u{2800}\u{1D159}\u{13430}-\u{13441}]/gu;

/** Returns whether a string has a visible character; lone surrogates and letters without a font count as visible. */
export function hasVisibleCharacter(text: string): boolean {
  return text.replace(INVISIBLE, "") !== "";
}
