import type { ApiKey, ApiKeyRepository } from "@/lib/accounts/access-ports";
import { isApiKeyText, REVOCATION_SECONDS_MAX } from "@/lib/accounts/rules/api-key";
import { hashApiKey } from "@/lib/accounts/use-cases/api-keys";
import type { Clock } from "@/lib/kernel/ports";
import type { Actor } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { isInNetworks, parseAddress } from "@/lib/kernel/rules/net/network-address";

/**
 * Returns the API key of an `Authorization` header.
 * @param address the client's address in text form; `unknown` is in no network
 * @param options.mayBeCached false to read the key from the database in any case
 */
export type AuthenticateApiKey = (
  authorization: string | null,
  address: string,
  options?: { readonly mayBeCached?: boolean },
) => Promise<Extract<Actor, { kind: "api-key" }>>;

/** A second less, because a body may follow the check by up to a second. */
const CACHE_MS = (REVOCATION_SECONDS_MAX - 1) * 1000;
const CACHE_SIZE_MAX = 1_000;

/**
 * Creates the check of `Authorization: Bearer <api key>`. Known keys are cached for a few seconds, unknown ones never;
 * concurrent lookups of a key share one statement.
 * @throws DomainError `authentication-required`, `invalid-api-key`, `network-not-allowed`, `database-unavailable`
 */
export function createApiKeyAuthenticator(ports: {
  apiKeys: ApiKeyRepository;
  clock: Clock;
}): AuthenticateApiKey {
  const find = rememberForSeconds(ports, (hash, at) => ports.apiKeys.findAndTouch(hash, at));
  return async (authorization, address, { mayBeCached = true } = {}) => {
    const key = await find(readBearer(authorization), mayBeCached);
    if (!key) throw refused("This API key does not exist.");
    if (key.revokedAt) throw refused("This API key was revoked.");
    if (key.expiresAt && key.expiresAt <= ports.clock.now()) {
      throw refused(`This API key expired at ${key.expiresAt.toISOString()}.`);
    }
    if (key.allowedNetworks.length > 0) assertAllowed(key, address);
    return { kind: "api-key", id: key.id, scopes: key.scopes };
  };
}

function readBearer(authorization: string | null): string {
  if (authorization === null) {
    throw new DomainError(
      "authentication-required",
      "Send the header `Authorization: Bearer <api key>`.",
    );
  }
  const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (text === undefined || !isApiKeyText(text)) {
    throw refused("The Authorization header is not of the form `Bearer <api key>`.");
  }
  return text;
}

const refused = (what: string) =>
  new DomainError("invalid-api-key", `${what} Ask an administrator for a valid key.`);

/** The address belongs to the call, not to the key, so it is checked each time, even if the key is cached. */
function assertAllowed({ allowedNetworks }: ApiKey, address: string): void {
  if (isInNetworks(address, allowedNetworks)) return;
  throw new DomainError(
    "network-not-allowed",
    parseAddress(address) === null
      ? "This API key works only from certain networks, and the address of your call is unknown. Ask the operator to set TRUSTED_PROXY_HOPS to the number of proxies in front of Stagedoor, and to make each of them add an address to X-Forwarded-For."
      : `This API key does not work from ${address}. Call from one of its allowed networks, or ask an administrator for another key.`,
  );
}

function rememberForSeconds(
  { clock }: { clock: Clock },
  find: (hash: Buffer, at: Date) => Promise<ApiKey | null>,
): (key: string, mayBeCached: boolean) => Promise<ApiKey | null> {
  const remembered = new Map<string, { key: Promise<ApiKey | null>; untilMs: number }>();
  return (text, mayBeCached) => {
    const now = clock.now();
    const hash = hashApiKey(text);
    const cacheKey = hash.toString("base64");
    const known = remembered.get(cacheKey);
    const restMs = known ? known.untilMs - now.getTime() : 0;
    // A revoked key must not stay valid because the clock was set back.
    if (mayBeCached && known && restMs > 0 && restMs <= CACHE_MS) return known.key;
    const entry = { key: find(hash, now), untilMs: now.getTime() + CACHE_MS };
    if (remembered.size >= CACHE_SIZE_MAX) remembered.clear();
    remembered.set(cacheKey, entry);
    const forget = () => {
      if (remembered.get(cacheKey) === entry) remembered.delete(cacheKey);
    };
    entry.key.then((key) => key ?? forget(), forget);
    return entry.key;
  };
}
