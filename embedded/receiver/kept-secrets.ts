import { join } from "node:path";
import { readFileIfExists } from "../read-file-if-exists";
import { writeFileAtomically } from "../write-file-atomically";
import { secretsSchema } from "./control-api";

const SECRETS_MAX = 4;

/** The secrets that a receiver was told while it ran, in a file of its folder (0600) that a kill leaves old or new. */
export interface KeptSecrets {
  /**
   * What to verify with after a start: those of the launcher, which knows the rotations until Stagedoor was started, and
   * those that were told, perhaps of a later one. Newest first in each, none twice, at most 4.
   */
  joinedWith(launched: readonly string[]): readonly string[];
  /** Replaces what was told before. */
  keep(secrets: readonly string[]): void;
}

/** @param print gets a sentence when the file cannot be understood, which then counts as empty */
export function openKeptSecrets(folder: string, print: (line: string) => void): KeptSecrets {
  const file = join(folder, "secrets.json");
  return {
    joinedWith: (launched) =>
      [...new Set([...launched, ...readSecrets(file, print)])].slice(0, SECRETS_MAX),
    keep: (secrets) => writeFileAtomically(file, `${JSON.stringify(secrets)}\n`),
  };
}

function readSecrets(file: string, print: (line: string) => void): readonly string[] {
  const text = readFileIfExists(file);
  if (text === null) return [];
  const secrets = secretsSchema.safeParse(parseJson(text)).data;
  if (secrets === undefined) print(`${file} holds no signing secrets and was left out.`);
  return secrets ?? [];
}

/** undefined for what is not JSON, which no schema accepts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
