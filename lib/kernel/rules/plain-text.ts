import { hasVisibleCharacter } from "./visible-text";

/** What is wrong with a name, or null when it is accepted: one visible line. */
export function oneLineProblem(text: string, charactersMax: number): string | null {
  const problem = plainTextProblem(text, { charactersMin: 1, charactersMax });
  if (problem) return problem;
  if (/[\t\n\r]/.test(text)) return "must be one line";
  if (text.trim() === "") return "must not be empty";
  return hasVisibleCharacter(text) ? null : "must have a visible character";
}

/** What is wrong with a text that people and other programs will read, or null when it is accepted. */
export function plainTextProblem(
  text: string,
  { charactersMin, charactersMax }: { charactersMin: number; charactersMax: number },
): string | null {
  // The database keeps neither a lone surrogate nor a NUL.
  if (!text.isWellFormed()) return "must be well-formed Unicode";
  if (/\p{Cc}/u.test(text.replaceAll(/[\t\n\r]/g, ""))) {
    return "must not contain control characters other than tabs and line breaks";
  }
  const characterCount = [...text].length;
  if (characterCount < charactersMin) return "must not be empty";
  return characterCount > charactersMax ? `must have at most ${charactersMax} characters` : null;
}
