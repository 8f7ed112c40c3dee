import type { Randomness } from "@/lib/kernel/ports/system";
import { hashApiKey } from "./ensure-api-key";

const KEY_BYTES = 32;
const PREFIX_CHARACTERS = 8;

/** Generates an unguessable key, together with the data to store for it (decision 0003). */
export function generateApiKey(ports: { randomness: Randomness }): {
  key: string;
  hash: Buffer;
  prefix: string;
} {
  const key = `sd_${ports.randomness.bytes(KEY_BYTES).toString("base64url")}`;
  return { key, hash: hashApiKey(key), prefix: key.slice(0, PREFIX_CHARACTERS) };
}
