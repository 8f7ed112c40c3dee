import type { Clock } from "@/lib/kernel/ports/system";
import { type Author, COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiKeyRepository, ListedApiKey } from "../../ports/api-keys";
import { SETTING_KEY_NAME } from "../../rules/api-key";
import { findApiKey } from "./find-api-key";

/**
 * Revokes a key permanently; within seconds, every process rejects it (decision 0003). Idempotent. Only a command can
 * revoke the key from the operator's setting, because Stagedoor restores that key each time it starts.
 * @throws DomainError `api-key-set-by-operator`; also any error from `findApiKey`
 */
export async function revokeApiKey(
  ports: { apiKeys: ApiKeyRepository; clock: Clock },
  { idOrPrefix, author }: { idOrPrefix: string; author: Author },
): Promise<ListedApiKey> {
  const key = await findApiKey(ports, idOrPrefix);
  if (author.actor !== COMMAND_AUTHOR.actor) assertNotSetByOperator(key);
  const at = ports.clock.now();
  await ports.apiKeys.revoke(key.id, { at, author, action: "api-key-revoked" });
  return { ...key, revokedAt: key.revokedAt ?? at };
}

/**
 * Rejects the key that the operator's setting defines.
 * @throws DomainError `api-key-set-by-operator`
 */
export function assertNotSetByOperator({ name }: Pick<ListedApiKey, "name">): void {
  if (name !== SETTING_KEY_NAME) return;
  throw new DomainError(
    "api-key-set-by-operator",
    `The operator sets this key with ${SETTING_KEY_NAME}, and it is restored each time Stagedoor starts. Change or remove the setting instead.`,
  );
}
