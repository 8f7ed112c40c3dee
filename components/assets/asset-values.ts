import {
  assetDescriptionProblem,
  assetFolderOf,
  assetFolderProblem,
  assetNameProblem,
} from "@/lib/assets/rules/asset-texts";
import { assetIdentifierProblem } from "@/lib/documents/rules/asset-identifier";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { CockpitProblem } from "../api/call-cockpit";
import { ASSET_TEXTS } from "../texts/en/cockpit-texts";

/** What people enter about an asset. */
export interface AssetValues {
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  /** Absent or empty: at the top. */
  readonly folder?: string;
}

/** One of the fields. */
export type AssetField = keyof AssetValues;

/** What is wrong, in sentences, at each field and with the whole; nothing is wrong with what is absent. */
export type AssetProblems = Readonly<Partial<Record<AssetField | "whole", string>>>;

/** The fields in the order in which they stand. */
export const ASSET_FIELDS = ["identifier", "name", "description", "folder"] as const;

const RULES: Record<AssetField, (text: string) => string | null> = {
  identifier: assetIdentifierProblem,
  name: assetNameProblem,
  description: assetDescriptionProblem,
  folder: (text) => {
    const folder = assetFolderOf(text);
    return folder === null ? null : assetFolderProblem(folder);
  },
};

/** What the rules of the domain say about what was entered. */
export function judgeAsset(values: AssetValues): AssetProblems {
  const found = ASSET_FIELDS.flatMap((field) => {
    const problem = RULES[field](values[field] ?? "");
    return problem === null ? [] : [[field, ASSET_TEXTS.fieldProblem(field, problem)]];
  });
  return Object.fromEntries(found);
}

/** What a refusal says, at the field that it names; what names no field is about the whole. */
export function problemsOf(error: unknown): AssetProblems {
  if (!(error instanceof CockpitProblem)) {
    return { whole: errorMessage(error) };
  }
  if (error.code === "asset-exists") return { identifier: error.detail };
  const found = error.errors.flatMap(({ pointer, detail }) => {
    const field = ASSET_FIELDS.find((each) => pointer === `#/${each}`);
    return field ? [[field, ASSET_TEXTS.fieldProblem(field, detail)]] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : { whole: error.detail };
}

/** What a search that found nothing becomes as a new asset: one word is an identifier, several are a name. */
export function valuesFromSearch(text: string): AssetValues {
  const isName = /\s/.test(text);
  return { identifier: isName ? "" : text, name: isName ? text : "", description: "" };
}

/** An asset of an identifier that documents already name; null when the identifier cannot be a name as well. */
export function valuesFromIdentifier(identifier: string): AssetValues | null {
  const values = { identifier, name: identifier, description: "" };
  return Object.keys(judgeAsset(values)).length === 0 ? values : null;
}
