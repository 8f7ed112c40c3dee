import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type PartSettings, SettingsError } from "@/lib/env/read-settings";
import { errorMessage } from "@/lib/kernel/rules/errors";

/**
 * Reads the address of the built-in receiver, its certificate authority and its control token. Returns null if there is
 * no receiver.
 */
export function readBuiltInReceiver({ receiverPort, dataDir }: PartSettings) {
  const file = (name: string) => join(dataDir, "receiver", name);
  const [authority, token] = [file("certificate-authority.pem"), file("control-token")];
  if (receiverPort === null || !existsSync(authority) || !existsSync(token)) return null;
  return {
    origin: `https://127.0.0.1:${receiverPort}`,
    certificateAuthority: readFileSync(authority, "utf8"),
    controlToken: readFileSync(token, "utf8").trim(),
  };
}

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
