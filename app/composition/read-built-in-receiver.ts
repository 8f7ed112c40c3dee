import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PartSettings } from "@/lib/env/read-settings";

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
