import type { Clock } from "@/lib/kernel/ports/system";
import type { ApiKeyRepository, ListedApiKey } from "../ports/api-keys";
import { apiKeyState, isExpiringSoon, isUnused, SETTING_KEY_NAME } from "../rules/api-key";

/** An API key with what became of it. */
export interface JudgedApiKey extends ListedApiKey {
  readonly state: ReturnType<typeof apiKeyState>;
  readonly isExpiringSoon: boolean;
  readonly isUnused: boolean;
  /** It is the key of the setting, so that every start restores it. */
  readonly isSetByOperator: boolean;
}

/** Every API key, oldest first, with what became of it. The keys themselves are nowhere. */
export async function listApiKeys(ports: {
  apiKeys: ApiKeyRepository;
  clock: Clock;
}): Promise<readonly JudgedApiKey[]> {
  const now = ports.clock.now();
  return (await ports.apiKeys.list()).map((key) => judgeApiKey(key, now));
}

/** Says what became of a key by now. */
export const judgeApiKey = (key: ListedApiKey, now: Date): JudgedApiKey => ({
  ...key,
  state: apiKeyState(key, now),
  isExpiringSoon: isExpiringSoon(key, now),
  isUnused: isUnused(key, now),
  isSetByOperator: key.name === SETTING_KEY_NAME,
});

/** Says the same of a key that was made just now. */
export const judgeNewApiKey = (
  key: Omit<ListedApiKey, "revokedAt" | "lastUsedAt" | "rotatedFromId"> & {
    readonly rotatedFromId?: string | null;
  },
): JudgedApiKey =>
  judgeApiKey({ rotatedFromId: null, ...key, revokedAt: null, lastUsedAt: null }, key.createdAt);
