import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiKeyRepository, ListedApiKey } from "../../ports/api-keys";

/**
 * Finds a key by its id or prefix. If revoked keys have the same prefix, it returns the one that works.
 * @param idOrPrefix the whole id, or the prefix that the list shows
 * @throws DomainError `api-key-not-found`, or `validation-failed` if several keys that are not revoked have that prefix
 */
export async function findApiKey(
  ports: { apiKeys: ApiKeyRepository },
  idOrPrefix: string,
): Promise<ListedApiKey> {
  const keys = await ports.apiKeys.list();
  const found = keys.filter(
    ({ id, prefix }) => idOrPrefix.toLowerCase() === id || idOrPrefix === prefix,
  );
  const valid = found.filter(({ revokedAt }) => revokedAt === null);
  const candidates = valid.length > 0 ? valid : found;
  const [key, another] = candidates;
  if (!key) {
    throw new DomainError(
      "api-key-not-found",
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
  return key;
}
