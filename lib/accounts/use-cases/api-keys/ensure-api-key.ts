import { createHash } from "node:crypto";
import type { Clock, Ids } from "@/lib/kernel/ports/system";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { SCOPES } from "@/lib/kernel/rules/scopes";
import type { ApiKeyRepository } from "../../ports/api-keys";
import { SETTING_KEY_NAME } from "../../rules/api-key";

type KeyPorts = { apiKeys: ApiKeyRepository; clock: Clock; ids: Ids };

/** Computes the SHA-256 of a key, the only form in which keys are stored or compared (decision 0003). */
export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/**
 * Makes sure that a key works from anywhere with all scopes; a key that is already stored is restored, even if it was
 * revoked.
 */
export async function ensureApiKey(
  ports: KeyPorts,
  input: { key: string; name: string },
): Promise<void> {
  const at = ports.clock.now();
  const key = {
    ...{ id: ports.ids.uuid(), name: input.name, hash: hashApiKey(input.key) },
    ...{ prefix: input.key.slice(0, 8), scopes: SCOPES, allowedNetworks: [] },
    ...{ expiresAt: null, createdAt: at },
  };
  await ports.apiKeys.upsert(key, { at, author: COMMAND_AUTHOR, action: "api-key-created" });
}

/**
 * Applies the setting: its key works with all scopes, and the setting's previous key is revoked.
 * @param key null if no key is set
 */
export async function applySettingKey(ports: KeyPorts, key: string | null): Promise<void> {
  const at = ports.clock.now();
  const note = { at, author: COMMAND_AUTHOR, action: "api-key-revoked" } as const;
  await ports.apiKeys.revokeNamed(SETTING_KEY_NAME, key === null ? null : hashApiKey(key), note);
  if (key !== null) await ensureApiKey(ports, { key, name: SETTING_KEY_NAME });
}

/**
 * Returns whether no key other than the setting's has ever been created. Revoked keys count, so that the first key is not
 * created again after it was revoked.
 */
export async function hasNoOwnKey({ apiKeys }: { apiKeys: ApiKeyRepository }): Promise<boolean> {
  return (await apiKeys.count({ exceptName: SETTING_KEY_NAME })) === 0;
}
