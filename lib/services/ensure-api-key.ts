import { createHash } from "node:crypto";
import { SCOPES } from "../domain/scopes";
import type { Ports } from "../ports";

/** SHA-256 of a key: the only form in which a key is stored or compared (decision 0003). */
export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** Makes sure that a key works with all scopes: one that is known, revoked or not, is restored to that. */
export async function ensureApiKey(
  ports: Pick<Ports, "apiKeys" | "clock" | "ids">,
  input: { key: string; name: string },
): Promise<void> {
  await ports.apiKeys.upsert({
    id: ports.ids.uuid(),
    name: input.name,
    hash: hashApiKey(input.key),
    prefix: input.key.slice(0, 8),
    scopes: SCOPES,
    expiresAt: null,
    createdAt: ports.clock.now(),
  });
}
