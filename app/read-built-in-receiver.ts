import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PartSettings } from "@/lib/env/read-settings";

/** The file with the certificate authority of the built-in receiver; without the file there is no receiver. */
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
