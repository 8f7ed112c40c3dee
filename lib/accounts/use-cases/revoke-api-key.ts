import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiKeyRepository, ListedApiKey } from "../ports/api-keys";

/**
 * Revokes one key for ever; it is refused within seconds, in every process (decision 0003). Repeatable.
 * @param input.idOrPrefix the whole id, or the prefix under which the list shows the key
 * @throws DomainError `not-found`, or `validation-failed` when several keys that are not revoked have that prefix
 */
export async function revokeApiKey(
  ports: { apiKeys: ApiKeyRepository; clock: Clock },
  input: { idOrPrefix: string },
): Promise<ListedApiKey> {
  const { idOrPrefix } = input;
  const keys = await ports.apiKeys.list();
  const found = keys.filter(
    ({ id, prefix }) => idOrPrefix.toLowerCase() === id || idOrPrefix === prefix,
  );
  const valid = found.filter(({ revokedAt }) => revokedAt === null);
  const candidates = valid.length > 0 ? valid : found;
  const [key, another] = candidates;
  if (!key) {
    throw new DomainError(
      "not-found",
      "No API key has this id or prefix. List the keys to see them all.",
    );
  }
  if (another) {
    const ids = candidates.map(({ id }) => id).join(", ");
    throw new DomainError(
      "validation-failed",
      `Several keys begin with this prefix. Use an id instead (${ids}).`,
    );
  }
  const at = ports.clock.now();
  await ports.apiKeys.revoke(key.id, at);
  return { ...key, revokedAt: key.revokedAt ?? at };
}
