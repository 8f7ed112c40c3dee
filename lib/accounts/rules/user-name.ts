import { oneLineProblem } from "@/lib/kernel/rules/plain-text";

const CHARACTERS_MAX = 100;

/** What is wrong with a user's name, or null when it is accepted: one line that is not blank. */
export const userNameProblem = (name: string): string | null =>
  oneLineProblem(name, CHARACTERS_MAX);

/** The default name of a user of whom only the email is known: the email, truncated to the length of a name. */
export const nameOfEmail = (email: string): string => [...email].slice(0, CHARACTERS_MAX).join("");
