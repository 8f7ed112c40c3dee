import { DomainError } from "../domain/errors";
import type { ApiKey, ApiKeyRepository } from "../ports";

const MINUTE_MS = 60_000;

/** API keys in memory, kept to the same contract as PostgreSQL. */
export interface InMemoryApiKeys extends ApiKeyRepository {
  revoke(hash: Buffer, at: Date): void;
  lastUsedAt(hash: Buffer): Date | null;
  /** false: every call is refused with `database-unavailable`. */
  setAvailable(isAvailable: boolean): void;
  /** How often `findAndTouch` was called. */
  lookupCount(): number;
}

interface KeptKey extends ApiKey {
  readonly lastUsedAt: Date | null;
}

/** Makes an empty store of API keys. */
export function createInMemoryApiKeys(): InMemoryApiKeys {
  const keys = new Map<string, KeptKey>();
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
      const { lastUsedAt: _, ...key } = found;
      return key;
    },
    async upsert({ id, name, hash, scopes, expiresAt }) {
      assertAvailable();
      const known = keys.get(nameOf(hash)) ?? { id, lastUsedAt: null };
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
    revoke: (hash, revokedAt) => {
      const found = keys.get(nameOf(hash));
      if (found) keys.set(nameOf(hash), { ...found, revokedAt });
    },
    lastUsedAt: (hash) => keys.get(nameOf(hash))?.lastUsedAt ?? null,
    setAvailable: (value) => {
      isAvailable = value;
    },
    lookupCount: () => lookupCount,
  };
}

const nameOf = (hash: Buffer) => hash.toString("hex");
