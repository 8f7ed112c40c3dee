import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PartSettings } from "@/lib/env/read-settings";
import type { ReceiverAccess } from "./receiver-control";

/**
 * Reads what the launcher recorded about the receiver in this data folder; returns null if there is none or it is off.
 */
export async function readReceiverAccess({
  dataDir,
  receiverPort,
}: Pick<PartSettings, "dataDir" | "receiverPort">): Promise<ReceiverAccess | null> {
  if (receiverPort === null) return null;
  const file = (name: string) => readFile(join(dataDir, "receiver", name), "utf8");
  try {
    return {
      origin: `https://127.0.0.1:${receiverPort}`,
      controlToken: (await file("control-token")).trim(),
      certificateAuthority: await file("certificate-authority.pem"),
    };
  } catch {
    // This Stagedoor is an older version or runs without a receiver.
    return null;
  }
}
