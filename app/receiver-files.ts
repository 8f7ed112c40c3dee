import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type PartSettings, SettingsError } from "@/lib/env/read-settings";
import { errorMessage } from "@/lib/kernel/rules/error-message";

/** The authorities that an operator trusts besides the usual ones. @throws SettingsError when the file that is named cannot be read */
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

/** Where the launcher's receiver keeps the authority that made its certificate; without the file there is no receiver. */
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
