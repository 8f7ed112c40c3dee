import type { Clock } from "@/lib/kernel/ports/system";
import type { ApiKeyRepository, ListedApiKey } from "../../ports/api-keys";
import { apiKeyState, isExpiringSoon, isUnused, SETTING_KEY_NAME } from "../../rules/api-key";

/** An API key with its current state. */
export interface JudgedApiKey extends ListedApiKey {
  readonly state: ReturnType<typeof apiKeyState>;
  readonly isExpiringSoon: boolean;
  readonly isUnused: boolean;
  /** Whether the operator's setting defines this key. Stagedoor restores a key from the setting each time it starts. */
  readonly isSetByOperator: boolean;
}

/** Lists all API keys with their current state, oldest first. The keys themselves are not stored. */
export async function listApiKeys(ports: {
  apiKeys: ApiKeyRepository;
  clock: Clock;
}): Promise<readonly JudgedApiKey[]> {
  const now = ports.clock.now();
  return (await ports.apiKeys.list()).map((key) => judgeApiKey(key, now));
}

/** Adds the current state to a key. */
export const judgeApiKey = (key: ListedApiKey, now: Date): JudgedApiKey => ({
  ...key,
  state: apiKeyState(key, now),
  isExpiringSoon: isExpiringSoon(key, now),
  isUnused: isUnused(key, now),
  isSetByOperator: key.name === SETTING_KEY_NAME,
});

/** Adds the state to a key that was just created. */
export const judgeNewApiKey = (
  key: Omit<ListedApiKey, "revokedAt" | "lastUsedAt" | "rotatedFromId"> & {
    readonly rotatedFromId?: string | null;
  },
): JudgedApiKey =>
  judgeApiKey({ rotatedFromId: null, ...key, revokedAt: null, lastUsedAt: null }, key.createdAt);
