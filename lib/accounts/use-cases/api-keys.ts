import { createHash } from "node:crypto";
import type { Clock, Ids, Randomness } from "@/lib/kernel/ports";
import { type Author, COMMAND_AUTHOR, SCOPES, type Scope } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiKeyRepository, ListedApiKey, NewApiKey } from "../access-ports";
import { NETWORKS_MAX, readAllowedNetwork } from "../rules/allowed-networks";
import {
  apiKeyState,
  isApiKeyName,
  isExpiringSoon,
  isUnused,
  OVERLAP_SECONDS,
  type Overlap,
  SETTING_KEY_NAME,
} from "../rules/api-key";

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
    id: ports.ids.uuid(),
    name,
    expiresAt,
    createdAt,
    hash,
    prefix,
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

/**
 * Revokes a key permanently; within seconds, every process rejects it (decision 0003). Idempotent. Only a command can
 * revoke the key from the operator's setting, because Stagedoor restores that key each time it starts.
 * @throws DomainError `api-key-set-by-operator`; also any error from `findApiKey`
 */
export async function revokeApiKey(
  ports: { apiKeys: ApiKeyRepository; clock: Clock },
  { idOrPrefix, author }: { idOrPrefix: string; author: Author },
): Promise<ListedApiKey> {
  const key = await findApiKey(ports, idOrPrefix);
  if (author.actor !== COMMAND_AUTHOR.actor) assertNotSetByOperator(key);
  const at = ports.clock.now();
  await ports.apiKeys.revoke(key.id, { at, author, action: "api-key-revoked" });
  return { ...key, revokedAt: key.revokedAt ?? at };
}

/**
 * Rejects the key that the operator's setting defines.
 * @throws DomainError `api-key-set-by-operator`
 */
function assertNotSetByOperator({ name }: Pick<ListedApiKey, "name">): void {
  if (name !== SETTING_KEY_NAME) return;
  throw new DomainError(
    "api-key-set-by-operator",
    `The operator sets this key with ${SETTING_KEY_NAME}, and it is restored each time Stagedoor starts. Change or remove the setting instead.`,
  );
}

/**
 * Finds a key by its id or prefix. If revoked keys have the same prefix, it returns the one that works.
 * @param idOrPrefix the whole id, or the prefix that the list shows
 * @throws DomainError `api-key-not-found`, or `validation-failed` if several keys that are not revoked have that prefix
 */
async function findApiKey(
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

type KeyPorts = { apiKeys: ApiKeyRepository; clock: Clock; ids: Ids };

/** Computes the SHA-256 of a key, the only form in which keys are stored or compared (decision 0003). */
export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/**
 * Makes sure that a key works from anywhere with all scopes; a key that is already stored is restored, even if it was
 * revoked.
 */
export async function ensureApiKey(
  ports: KeyPorts,
  input: { key: string; name: string },
): Promise<void> {
  const at = ports.clock.now();
  const key = {
    id: ports.ids.uuid(),
    name: input.name,
    hash: hashApiKey(input.key),
    prefix: input.key.slice(0, 8),
    scopes: SCOPES,
    allowedNetworks: [],
    expiresAt: null,
    createdAt: at,
  };
  await ports.apiKeys.upsert(key, { at, author: COMMAND_AUTHOR, action: "api-key-created" });
}

/**
 * Applies the setting: its key works with all scopes, and the setting's previous key is revoked.
 * @param key null if no key is set
 */
export async function applySettingKey(ports: KeyPorts, key: string | null): Promise<void> {
  const at = ports.clock.now();
  const note = { at, author: COMMAND_AUTHOR, action: "api-key-revoked" } as const;
  await ports.apiKeys.revokeNamed(SETTING_KEY_NAME, key === null ? null : hashApiKey(key), note);
  if (key !== null) await ensureApiKey(ports, { key, name: SETTING_KEY_NAME });
}

/**
 * Returns whether no key other than the setting's has ever been created. Revoked keys count, so that the first key is not
 * created again after it was revoked.
 */
export async function hasNoOwnKey({ apiKeys }: { apiKeys: ApiKeyRepository }): Promise<boolean> {
  return (await apiKeys.count({ exceptName: SETTING_KEY_NAME })) === 0;
}

const KEY_BYTES = 32;
const PREFIX_CHARACTERS = 8;

/** Generates an unguessable key, together with the data to store for it (decision 0003). */
function generateApiKey(ports: { randomness: Randomness }): {
  key: string;
  hash: Buffer;
  prefix: string;
} {
  const key = `sd_${ports.randomness.bytes(KEY_BYTES).toString("base64url")}`;
  return { key, hash: hashApiKey(key), prefix: key.slice(0, PREFIX_CHARACTERS) };
}
