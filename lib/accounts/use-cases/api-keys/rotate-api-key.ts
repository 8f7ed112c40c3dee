import type { Clock, Ids, Randomness } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiKeyRepository, ListedApiKey } from "../../ports/api-keys";
import { OVERLAP_SECONDS, type Overlap } from "../../rules/api-key";
import { findApiKey } from "./find-api-key";
import { generateApiKey } from "./generate-api-key";
import { assertNotSetByOperator } from "./revoke-api-key";

/**
 * Creates a key that replaces an existing one, with the same name, scopes, networks and lifetime. Both keys work until
 * the overlap ends, or until the old key expires, if that is earlier. Only this result contains the new key.
 * @throws DomainError `api-key-set-by-operator`, `api-key-not-rotatable` if the key is revoked, expired or already
 * replaced; also any error from `findApiKey`
 */
export async function rotateApiKey(
  ports: { apiKeys: ApiKeyRepository; clock: Clock; ids: Ids; randomness: Randomness },
  input: { idOrPrefix: string; overlap: Overlap; author: Author },
): Promise<{ key: string; stored: ListedApiKey; previousExpiresAt: Date }> {
  const old = await findApiKey(ports, input.idOrPrefix);
  assertNotSetByOperator(old);
  const at = ports.clock.now();
  const overlapEnd = new Date(at.getTime() + OVERLAP_SECONDS[input.overlap] * 1000);
  const { key, hash, prefix } = generateApiKey(ports);
  const lifeMs = old.expiresAt && old.expiresAt.getTime() - old.createdAt.getTime();
  const expiresAt = lifeMs === null ? null : new Date(at.getTime() + lifeMs);
  const stored = await ports.apiKeys.rotate(
    old.id,
    { key: { id: ports.ids.uuid(), hash, prefix, expiresAt, createdAt: at }, until: overlapEnd },
    { at, author: input.author, action: "api-key-rotated" },
  );
  if (!stored) {
    throw new DomainError(
      "api-key-not-rotatable",
      "This key is revoked, expired or already replaced. Rotate its replacement, or create a new key.",
    );
  }
  const isEarlier = old.expiresAt !== null && old.expiresAt < overlapEnd;
  return { key, stored, previousExpiresAt: isEarlier ? old.expiresAt : overlapEnd };
}
