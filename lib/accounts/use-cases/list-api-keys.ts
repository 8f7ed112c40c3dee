import type { Clock } from "@/lib/kernel/ports/system";
import type { ApiKeyRepository, ListedApiKey } from "../ports/api-keys";
import { apiKeyState } from "../rules/api-key";

/** Every API key, oldest first, with what became of it. The keys themselves are nowhere. */
export async function listApiKeys(ports: {
  apiKeys: ApiKeyRepository;
  clock: Clock;
}): Promise<readonly (ListedApiKey & { readonly state: ReturnType<typeof apiKeyState> })[]> {
  const now = ports.clock.now();
  return (await ports.apiKeys.list()).map((key) => ({ ...key, state: apiKeyState(key, now) }));
}
