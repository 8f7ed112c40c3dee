import type { Clock, Ids, Randomness } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { Scope } from "@/lib/kernel/rules/scopes";
import type { ApiKeyRepository, NewApiKey } from "../../ports/api-keys";
import { NETWORKS_MAX, readAllowedNetwork } from "../../rules/allowed-networks";
import { isApiKeyName, SETTING_KEY_NAME } from "../../rules/api-key";
import { generateApiKey } from "./generate-api-key";

/**
 * Creates a random API key. Only this result contains the key; only its SHA-256 is stored.
 * @throws DomainError `validation-failed` if the name or a network is invalid, there is no scope, or the expiry is in the
 * past
 */
export async function createApiKey(
  ports: { apiKeys: ApiKeyRepository; clock: Clock; ids: Ids; randomness: Randomness },
  input: {
    name: string;
    scopes: readonly Scope[];
    expiresAt: Date | null;
    allowedNetworks: readonly string[];
    author: Author;
  },
): Promise<{ key: string; stored: NewApiKey }> {
  const createdAt = ports.clock.now();
  const { name, scopes, expiresAt, author } = input;
  if (!isApiKeyName(name)) throw invalid("The name must have 1 to 100 printable characters.");
  if (name === SETTING_KEY_NAME)
    throw invalid(`${name} is reserved for the key that the setting creates.`);
  if (scopes.length === 0) {
    throw invalid("Name at least one scope. A key without scopes cannot do anything.");
  }
  if (expiresAt && expiresAt <= createdAt) {
    throw invalid(
      `The expiry ${expiresAt.toISOString()} is in the past. Give a time in the future.`,
    );
  }
  const { key, hash, prefix } = generateApiKey(ports);
  const stored = {
    ...{ id: ports.ids.uuid(), name, expiresAt, createdAt, hash, prefix },
    scopes: [...new Set(scopes)],
    allowedNetworks: readNetworks(input.allowedNetworks),
  };
  await ports.apiKeys.upsert(stored, { at: createdAt, author, action: "api-key-created" });
  return { key, stored };
}

function readNetworks(texts: readonly string[]): string[] {
  const read = texts.map(readAllowedNetwork);
  const problems = read.flatMap((each) => ("problem" in each ? [each.problem] : []));
  if (problems.length > 0) {
    throw invalid(`Correct these networks: ${problems.join("; ")}.`);
  }
  const networks = [...new Set(read.flatMap((each) => ("network" in each ? [each.network] : [])))];
  if (networks.length <= NETWORKS_MAX) return networks;
  throw invalid(`A key can have at most ${NETWORKS_MAX} networks.`);
}

const invalid = (detail: string) => new DomainError("validation-failed", detail);
