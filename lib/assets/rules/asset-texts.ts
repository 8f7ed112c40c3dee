import { oneLineProblem, plainTextProblem } from "@/lib/kernel/rules/plain-text";
import { hasVisibleCharacter } from "@/lib/kernel/rules/visible-text";

/** What people say of an asset, all of which can be changed. */
export interface AssetTexts {
  readonly name: string;
  /** Empty when there is nothing to say. */
  readonly description: string;
  /** Where people file it, with / between the names; null: at the top. */
  readonly folder: string | null;
}

/** The most characters of each text, as code points. */
export const ASSET_TEXT_MAX = { name: 200, description: 500, folder: 500 } as const;

/** What is wrong with the name of an asset, or null when it is accepted: one line that is not blank. */
export const assetNameProblem = (name: string): string | null =>
  oneLineProblem(name, ASSET_TEXT_MAX.name);

/** What is wrong with the description of an asset, or null when it is accepted; it may be empty. */
export function assetDescriptionProblem(description: string): string | null {
  return plainTextProblem(description, {
    charactersMin: 0,
    charactersMax: ASSET_TEXT_MAX.description,
  });
}

/** A folder as assets keep it: spaces and slashes around the names are left out; null when no name is left. */
export function assetFolderOf(text: string): string | null {
  const names = text.split("/").map((name) => name.trim());
  return names.filter((name) => name !== "").join("/") || null;
}

/** What is wrong with the folder of an asset, or null when it is accepted: names with / between them, such as Zürich/Altstadt. */
export function assetFolderProblem(folder: string): string | null {
  const problem = oneLineProblem(folder, ASSET_TEXT_MAX.folder);
  if (problem) return problem;
  if (/\p{Bidi_Control}/u.test(folder))
    return "must not contain characters that change the reading direction";
  const isPath = folder
    .split("/")
    .every((name) => name === name.trim() && hasVisibleCharacter(name));
  return isPath ? null : "must be names with / between them, such as Zürich/Altstadt";
}
