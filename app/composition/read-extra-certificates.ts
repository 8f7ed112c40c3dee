import { readFileSync } from "node:fs";
import { SettingsError } from "@/lib/env/read-settings";
import { errorMessage } from "@/lib/kernel/rules/errors";

/** Reads additional certificate authorities to trust for receivers. @throws SettingsError if the file cannot be read */
export function readExtraCertificates(file: string | null): readonly string[] {
  if (file === null) return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch (cause) {
    throw new SettingsError([
      `The setting WEBHOOK_EXTRA_CA_FILE names a file that cannot be read: ${errorMessage(cause)}.`,
    ]);
  }
}
