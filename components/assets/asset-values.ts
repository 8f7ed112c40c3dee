import {
  assetDescriptionProblem,
  assetFolderOf,
  assetFolderProblem,
  assetNameProblem,
} from "@/lib/assets/rules/asset-texts";
import { assetIdentifierProblem } from "@/lib/documents/rules/staged-document";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { CockpitProblem } from "../api/call-cockpit";
import { ASSET_TEXTS } from "../texts/en/cockpit-texts";

/** The values entered for an asset. */
export interface AssetValues {
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  /** Absent or empty for the top level. */
  readonly folder?: string;
}

/** The name of one of the fields. */
export type AssetField = keyof AssetValues;

/** The problems with each field and with the whole form, as sentences. A key without a problem is absent. */
export type AssetProblems = Readonly<Partial<Record<AssetField | "whole", string>>>;

/** The fields in the order in which they are shown. */
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

/** Validates the values against the domain's rules. */
export function judgeAsset(values: AssetValues): AssetProblems {
  const found = ASSET_FIELDS.flatMap((field) => {
    const problem = RULES[field](values[field] ?? "");
    return problem === null ? [] : [[field, ASSET_TEXTS.fieldProblem(field, problem)]];
  });
  return Object.fromEntries(found);
}

/** Assigns an error to the field that it names, or to the whole form if it names none. */
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

/**
 * Returns the values for a new asset from a search that found nothing: a single word becomes the identifier, several
 * words the name.
 */
export function valuesFromSearch(text: string): AssetValues {
  const isName = /\s/.test(text);
  return { identifier: isName ? "" : text, name: isName ? text : "", description: "" };
}

/** Returns whether a search text looks like the name of a file, and so was not meant to find an asset. */
export const looksLikeFileName = (text: string) => /\.(?=\d*[a-z])[a-z\d]{1,5}$/i.test(text);

/**
 * Returns the values for a new asset from an identifier that documents already use; null if the identifier is not also a
 * valid name.
 */
export function valuesFromIdentifier(identifier: string): AssetValues | null {
  const values = { identifier, name: identifier, description: "" };
  return Object.keys(judgeAsset(values)).length === 0 ? values : null;
}
