import { oneLineProblem } from "@/lib/kernel/rules/plain-text";

const CHARACTERS_MAX = 100;

/** What is wrong with what an administrator is called, or null when it is accepted: one line that is not blank. */
export const userNameProblem = (name: string): string | null =>
  oneLineProblem(name, CHARACTERS_MAX);

/** What somebody of whom only the email is known is called: as much of it as a name may have. */
export const nameOfEmail = (email: string): string => [...email].slice(0, CHARACTERS_MAX).join("");
