import type { Scope } from "@/lib/kernel/rules/scopes";

/** An API key as it is stored; the key itself is nowhere. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** An API key as people see it. */
export interface ListedApiKey extends ApiKey {
  /** The first characters, so that people can tell keys apart. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** To the minute; null: never used. */
  readonly lastUsedAt: Date | null;
}

/** What is needed to store an API key. */
export interface NewApiKey extends Omit<ListedApiKey, "revokedAt" | "lastUsedAt"> {
  /** SHA-256 of the key. */
  readonly hash: Buffer;
}

/** API keys, found by the SHA-256 of the key. */
export interface ApiKeyRepository {
  /** Finds the key, revoked and expired ones too, and notes its use (to the minute) in the same statement. */
  findAndTouch(hash: Buffer, at: Date): Promise<ApiKey | null>;
  /** Stores the key; one with the same hash gets the given name and scopes and is not revoked any more. */
  upsert(key: NewApiKey): Promise<void>;
  /** Revokes every key of this name except the one with this hash; null: every one. */
  revokeNamed(name: string, options: { exceptHash: Buffer | null; at: Date }): Promise<void>;
  /** How many keys there are, revoked and expired ones too. */
  count(options?: { exceptName: string }): Promise<number>;
  /** Every key, revoked and expired ones too, oldest first. */
  list(): Promise<readonly ListedApiKey[]>;
  /** Revokes the key; one that is revoked keeps its first time. Answers whether the key exists. */
  revoke(id: string, at: Date): Promise<boolean>;
}
