import { aKeyNote } from "@/lib/accounts/testing/api-key.fixture";
import { hashApiKey } from "@/lib/accounts/use-cases/api-keys";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import type { SessionSettings } from "@/lib/auth/session-settings";
import { createUserAuthenticator } from "@/lib/auth/user-session";
import type { Scope } from "@/lib/kernel/rules/actor";
import { createInMemoryLogger, type InMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { createManualTimers, type ManualTimers } from "@/lib/kernel/testing/manual-timers.fixture";
import type { ApiContext } from "../core/endpoint";
import { createRateLimits, type RateLimitSettings } from "../core/rate-limits";
import { clientAddress, knownAddress } from "../core/requests/client-address";
import { type InMemoryPorts, makePorts } from "./in-memory-ports";

/** The context of the API with in-memory ports and real authentication. */
export interface InMemoryApiContext extends ApiContext {
  readonly ports: InMemoryPorts;
  readonly log: InMemoryLogger;
  readonly timers: ManualTimers;
  readonly session: SessionSettings;
}

/** Creates a context without API keys. It has no rate limits and no proxies unless a test sets them. */
export function makeApiContext({
  trustedProxyHops = 0,
  ...limits
}: Partial<RateLimitSettings & { trustedProxyHops: number | null }> = {}): InMemoryApiContext {
  const ports = makePorts();
  const log = createInMemoryLogger();
  const session = { secret: "secret of tests", isSecure: true };
  return {
    ports,
    log,
    session,
    logger: log.logger,
    authenticate: createApiKeyAuthenticator(ports),
    authenticateUser: createUserAuthenticator({
      ports,
      session,
      addressOf: (headers) => knownAddress(clientAddress(headers, trustedProxyHops)),
    }),
    clientAddress: (headers) => clientAddress(headers, trustedProxyHops),
    timers: createManualTimers(),
    rateLimits: createRateLimits(
      { perKeyPerMinute: 0, perAddressPerMinute: 0, ...limits },
      ports.clock,
    ),
    publicUrl: "https://stagedoor.example.com",
  };
}

/**
 * Stores an API key with these scopes and returns it as clients send it. The key works from any address unless networks
 * are given.
 */
export async function storeApiKey(
  ports: InMemoryPorts,
  scopes: readonly Scope[],
  allowedNetworks: readonly string[] = [],
): Promise<{ key: string; hash: Buffer; authorization: string }> {
  const key = `sd_${ports.ids.uuid().replaceAll("-", "").padEnd(43, "k")}`;
  const hash = hashApiKey(key);
  const stored = {
    id: ports.ids.uuid(),
    name: "test",
    hash,
    prefix: key.slice(0, 8),
    scopes,
    expiresAt: null,
    allowedNetworks,
    createdAt: ports.clock.now(),
  };
  await ports.apiKeys.upsert(stored, aKeyNote({ at: stored.createdAt }));
  return { key, hash, authorization: `Bearer ${key}` };
}
