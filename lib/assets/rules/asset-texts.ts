import { oneLineProblem, plainTextProblem } from "@/lib/kernel/rules/plain-text";

/** What is wrong with the name of an asset, or null when it is accepted: one line that is not blank. */
export const assetNameProblem = (name: string): string | null => oneLineProblem(name, 200);

/** What is wrong with the description of an asset, or null when it is accepted; it may be empty. */
export function assetDescriptionProblem(description: string): string | null {
  return plainTextProblem(description, { charactersMin: 0, charactersMax: 500 });
}
