import type { Clock, Ids, Randomness } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { Scope } from "@/lib/kernel/rules/scopes";
import type { ApiKeyRepository, NewApiKey } from "../ports/api-keys";
import { isApiKeyName, SETTING_KEY_NAME } from "../rules/api-key";
import { hashApiKey } from "./ensure-api-key";

const KEY_BYTES = 32;

/**
 * Makes an API key that nobody can guess. This answer is the only place where the key ever is: its SHA-256 is stored.
 * @throws DomainError `validation-failed` for a name that is none, no scope, or an expiry that is past
 */
export async function createApiKey(
  ports: { apiKeys: ApiKeyRepository; clock: Clock; ids: Ids; randomness: Randomness },
  input: { name: string; scopes: readonly Scope[]; expiresAt: Date | null },
): Promise<{ key: string; stored: NewApiKey }> {
  const createdAt = ports.clock.now();
  const { name, scopes, expiresAt } = input;
  if (!isApiKeyName(name)) throw invalid("The name must have 1 to 100 printable characters.");
  if (name === SETTING_KEY_NAME) throw invalid(`${name} is the name of the setting's own key.`);
  if (scopes.length === 0) {
    throw invalid("Name at least one scope: a key without any can do nothing.");
  }
  if (expiresAt && expiresAt <= createdAt) {
    throw invalid(`The expiry ${expiresAt.toISOString()} is past: name a time that is to come.`);
  }
  const key = `sd_${ports.randomness.bytes(KEY_BYTES).toString("base64url")}`;
  const stored = {
    ...{ id: ports.ids.uuid(), name, expiresAt, createdAt },
    scopes: [...new Set(scopes)],
    hash: hashApiKey(key),
    prefix: key.slice(0, 8),
  };
  await ports.apiKeys.upsert(stored);
  return { key, stored };
}

const invalid = (detail: string) => new DomainError("validation-failed", detail);
