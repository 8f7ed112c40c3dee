import { oneLineProblem, plainTextProblem } from "@/lib/kernel/rules/plain-text";
import { hasVisibleCharacter } from "@/lib/kernel/rules/visible-text";

/** What is wrong with the name of an asset, or null when it is accepted: one line that is not blank. */
export const assetNameProblem = (name: string): string | null => oneLineProblem(name, 200);

/** What is wrong with the description of an asset, or null when it is accepted; it may be empty. */
export function assetDescriptionProblem(description: string): string | null {
  return plainTextProblem(description, { charactersMin: 0, charactersMax: 500 });
}

/** A folder as assets keep it: spaces and slashes around the names are left out; null when no name is left. */
export function assetFolderOf(text: string): string | null {
  const names = text.split("/").map((name) => name.trim());
  return names.filter((name) => name !== "").join("/") || null;
}

/** What is wrong with the folder of an asset, or null when it is accepted: names with / between them, such as Zürich/Altstadt. */
export function assetFolderProblem(folder: string): string | null {
  const problem = oneLineProblem(folder, 500);
  if (problem) return problem;
  if (/\p{Bidi_Control}/u.test(folder))
    return "must not contain characters that change the reading direction";
  const isPath = folder
    .split("/")
    .every((name) => name === name.trim() && hasVisibleCharacter(name));
  return isPath ? null : "must be names with / between them, such as Zürich/Altstadt";
}
