import { oneLineProblem } from "@/lib/kernel/rules/plain-text";

const CHARACTERS_MAX = 100;

/** Returns what is wrong with a user's name, or null if it is accepted: one line that is not blank. */
export const userNameProblem = (name: string): string | null =>
  oneLineProblem(name, CHARACTERS_MAX);

/**
 * Returns the default name of a user for whom only an email is given: the email, truncated to the maximum length of a
 * name.
 */
export const nameOfEmail = (email: string): string => [...email].slice(0, CHARACTERS_MAX).join("");
