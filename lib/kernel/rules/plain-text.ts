import { hasVisibleCharacter } from "./visible-text";

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
