import { plainTextProblem } from "@/lib/kernel/rules/plain-text";

/** What is wrong with the name of an asset, or null when it is accepted: one line that is not blank. */
export function assetNameProblem(name: string): string | null {
  const problem = plainTextProblem(name, { charactersMin: 1, charactersMax: 200 });
  if (problem) return problem;
  if (/[\t\n\r]/.test(name)) return "must be one line";
  return name.trim() === "" ? "must not be empty" : null;
}

/** What is wrong with the description of an asset, or null when it is accepted; it may be empty. */
export function assetDescriptionProblem(description: string): string | null {
  return plainTextProblem(description, { charactersMin: 0, charactersMax: 500 });
}
