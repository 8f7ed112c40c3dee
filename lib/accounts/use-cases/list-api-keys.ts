import type { ListedApiKey, Ports } from "@/lib/documents/ports/staged-documents";
import { apiKeyState } from "../rules/api-key";

/** Every API key, oldest first, with what became of it. The keys themselves are nowhere. */
export async function listApiKeys(
  ports: Pick<Ports, "apiKeys" | "clock">,
): Promise<readonly (ListedApiKey & { readonly state: ReturnType<typeof apiKeyState> })[]> {
  const now = ports.clock.now();
  return (await ports.apiKeys.list()).map((key) => ({ ...key, state: apiKeyState(key, now) }));
}
