import { plainTextProblem } from "@/lib/kernel/rules/plain-text";

const CHARACTERS_MAX = 100;

/** What is wrong with what an administrator is called, or null when it is accepted: one line that is not blank. */
export function userNameProblem(name: string): string | null {
  const problem = plainTextProblem(name, { charactersMin: 1, charactersMax: CHARACTERS_MAX });
  if (problem) return problem;
  if (/[\t\n\r]/.test(name)) return "must be one line";
  return name.trim() === "" ? "must not be empty" : null;
}

/** What somebody of whom only the email is known is called: as much of it as a name may have. */
export const nameOfEmail = (email: string): string => [...email].slice(0, CHARACTERS_MAX).join("");
