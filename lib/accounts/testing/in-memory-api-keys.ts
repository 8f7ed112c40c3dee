import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiKeyRepository, ListedApiKey } from "../ports/api-keys";

const MINUTE_MS = 60_000;

/** API keys in memory, kept to the same contract as PostgreSQL. */
export interface InMemoryApiKeys extends ApiKeyRepository {
  /** false: every call is refused with `database-unavailable`. */
  setAvailable(isAvailable: boolean): void;
  /** How often `findAndTouch` was called. */
  lookupCount(): number;
}

/** Makes an empty store of API keys. */
export function createInMemoryApiKeys(): InMemoryApiKeys {
  const keys = new Map<string, ListedApiKey>();
  let isAvailable = true;
  let lookupCount = 0;
  const assertAvailable = () => {
    if (isAvailable) return;
    throw new DomainError("database-unavailable", "The database of this test is switched off.");
  };
  return {
    async findAndTouch(hash, at) {
      lookupCount += 1;
      assertAvailable();
      const found = keys.get(nameOf(hash));
      if (!found) return null;
      const isDue = !found.lastUsedAt || found.lastUsedAt.getTime() < at.getTime() - MINUTE_MS;
      if (isDue) keys.set(nameOf(hash), { ...found, lastUsedAt: at });
      const { id, name, scopes, expiresAt, revokedAt } = found;
      return { id, name, scopes, expiresAt, revokedAt };
    },
    async upsert({ id, name, hash, scopes, expiresAt, prefix, createdAt }) {
      assertAvailable();
      const known = keys.get(nameOf(hash)) ?? { id, prefix, createdAt, lastUsedAt: null };
      keys.set(nameOf(hash), { ...known, name, scopes, expiresAt, revokedAt: null });
    },
    async count(options) {
      assertAvailable();
      return [...keys.values()].filter(({ name }) => name !== options?.exceptName).length;
    },
    async revokeNamed(name, { exceptHash, at }) {
      assertAvailable();
      const kept = exceptHash && nameOf(exceptHash);
      for (const [hash, key] of keys) {
        if (key.name === name && !key.revokedAt && hash !== kept) {
          keys.set(hash, { ...key, revokedAt: at });
        }
      }
    },
    async list() {
      assertAvailable();
      return [...keys.values()].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    },
    async revoke(id, at) {
      assertAvailable();
      const [hash, found] = [...keys].find(([, key]) => key.id === id) ?? [];
      if (!hash || !found) return false;
      keys.set(hash, { ...found, revokedAt: found.revokedAt ?? at });
      return true;
    },
    setAvailable: (value) => {
      isAvailable = value;
    },
    lookupCount: () => lookupCount,
  };
}

const nameOf = (hash: Buffer) => hash.toString("hex");
