import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiKeyNote, ApiKeyRepository, ListedApiKey, NewApiKey } from "../access-ports";
import { apiKeyState } from "../rules/api-key";

const MINUTE_MS = 60_000;

/** An in-memory store of API keys that meets the same contract as the PostgreSQL adapter. */
export interface InMemoryApiKeys extends ApiKeyRepository {
  /** The audit notes, oldest first: one for each key that changed, with its id. */
  readonly notes: readonly (ApiKeyNote & { readonly keyId: string })[];
  /** If false, every call is rejected with `database-unavailable`. */
  setAvailable(isAvailable: boolean): void;
  /** Returns how often `findAndTouch` was called. */
  lookupCount(): number;
}

/** Creates an empty store of API keys. */
export function createInMemoryApiKeys(): InMemoryApiKeys {
  const keys = new Map<string, ListedApiKey>();
  const notes: (ApiKeyNote & { readonly keyId: string })[] = [];
  let isAvailable = true;
  let lookupCount = 0;
  const assertAvailable = () => {
    if (isAvailable) return;
    throw new DomainError("database-unavailable", "The database of this test is switched off.");
  };
  const change = (hash: string, key: ListedApiKey, note: ApiKeyNote) => {
    keys.set(hash, key);
    notes.push({ ...note, keyId: key.id });
  };
  return {
    async findAndTouch(hash, at) {
      lookupCount += 1;
      assertAvailable();
      const found = keys.get(nameOf(hash));
      if (!found) return null;
      const isDue = !found.lastUsedAt || found.lastUsedAt.getTime() < at.getTime() - MINUTE_MS;
      if (isDue) keys.set(nameOf(hash), { ...found, lastUsedAt: at });
      const { id, name, scopes, expiresAt, revokedAt, allowedNetworks } = found;
      return { id, name, scopes, expiresAt, revokedAt, allowedNetworks };
    },
    async upsert({ hash, ...key }, note) {
      assertAvailable();
      const known = keys.get(nameOf(hash));
      if (known && isSame(known, key)) return;
      const { id, prefix, createdAt, lastUsedAt, rotatedFromId } = known ?? {
        ...key,
        lastUsedAt: null,
        rotatedFromId: null,
      };
      const previous = { id, prefix, createdAt, lastUsedAt, rotatedFromId };
      change(nameOf(hash), { ...key, ...previous, revokedAt: null }, note);
    },
    rotate: async (...parameters) => {
      assertAvailable();
      return rotateInMemory(keys, change, parameters);
    },
    async count(options) {
      assertAvailable();
      return [...keys.values()].filter(({ name }) => name !== options?.exceptName).length;
    },
    async revokeNamed(name, exceptHash, note) {
      assertAvailable();
      const exceptName = exceptHash && nameOf(exceptHash);
      for (const [hash, key] of keys) {
        if (key.name !== name || key.revokedAt || hash === exceptName) continue;
        change(hash, { ...key, revokedAt: note.at }, note);
      }
    },
    async list() {
      assertAvailable();
      return [...keys.values()].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    },
    async revoke(id, note) {
      assertAvailable();
      const [hash, found] = [...keys].find(([, key]) => key.id === id) ?? [];
      if (!hash || !found) return false;
      if (!found.revokedAt) change(hash, { ...found, revokedAt: note.at }, note);
      return true;
    },
    notes,
    setAvailable: (value) => {
      isAvailable = value;
    },
    lookupCount: () => lookupCount,
  };
}

/**
 * Does the same as the SQL statement of the PostgreSQL adapter: the old key expires earlier, and the new one copies its
 * properties.
 */
function rotateInMemory(
  keys: Map<string, ListedApiKey>,
  change: (hash: string, key: ListedApiKey, note: ApiKeyNote) => void,
  [
    id,
    {
      key: { hash, ...key },
      until,
    },
    note,
  ]: Parameters<ApiKeyRepository["rotate"]>,
): ListedApiKey | null {
  const [oldHash, old] = [...keys].find(([, each]) => each.id === id) ?? [];
  if (!old || !oldHash || apiKeyState(old, note.at) !== "active") return null;
  const isReplaced = [...keys.values()].some(
    ({ rotatedFromId, revokedAt }) => rotatedFromId === id && revokedAt === null,
  );
  if (isReplaced) return null;
  const isEarlier = old.expiresAt !== null && old.expiresAt < until;
  change(oldHash, { ...old, expiresAt: isEarlier ? old.expiresAt : until }, note);
  const { name, scopes, allowedNetworks } = old;
  const taken = { name, scopes, allowedNetworks, rotatedFromId: id };
  const stored = { ...key, ...taken, revokedAt: null, lastUsedAt: null };
  keys.set(nameOf(hash), stored);
  return stored;
}

const isSame = (known: ListedApiKey, other: Omit<NewApiKey, "hash">) =>
  known.revokedAt === null && settable(known) === settable(other);

const settable = ({ name, scopes, expiresAt, allowedNetworks }: Omit<NewApiKey, "hash">) =>
  JSON.stringify([name, scopes, expiresAt, allowedNetworks]);

const nameOf = (hash: Buffer) => hash.toString("hex");
