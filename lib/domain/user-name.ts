import { plainTextProblem } from "./plain-text";

/** What is wrong with what an administrator is called, or null when it is accepted: one line that is not blank. */
export function userNameProblem(name: string): string | null {
  const problem = plainTextProblem(name, { charactersMin: 1, charactersMax: 100 });
  if (problem) return problem;
  if (/[\t\n\r]/.test(name)) return "must be one line";
  return name.trim() === "" ? "must not be empty" : null;
}
