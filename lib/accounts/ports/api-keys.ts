import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Scope } from "@/lib/kernel/rules/scopes";

/** An API key as stored; the key itself is not stored anywhere. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** CIDR blocks from which the key can be used; if empty, it can be used from anywhere. */
  readonly allowedNetworks: readonly string[];
}

/** An API key as shown in lists. */
export interface ListedApiKey extends ApiKey {
  /** The first characters of the key, so that people can tell keys apart. */
  readonly prefix: string;
  readonly createdAt: Date;
  /**
   * The time of the last call with this key, even if it was rejected, to the minute; null if the key has never been used.
   */
  readonly lastUsedAt: Date | null;
  /** The id of the key that this one replaces; null if there is none. */
  readonly rotatedFromId: string | null;
}

/** The data needed to store an API key. */
export interface NewApiKey
  extends Omit<ListedApiKey, "revokedAt" | "lastUsedAt" | "rotatedFromId"> {
  /** SHA-256 of the key. */
  readonly hash: Buffer;
}

/** A replacement key, which takes its name, scopes and networks from the key that it replaces. */
export type ReplacingApiKey = Omit<NewApiKey, "name" | "scopes" | "allowedNetworks">;

/** An audit note about a key; the repository adds the key's id. */
export type ApiKeyNote = Omit<AuditNote, "subject">;

/** API keys, found by the SHA-256 of the key. Every change writes its audit note in the same statement. */
export interface ApiKeyRepository {
  /** Finds the key, including revoked and expired ones, and records its use (to the minute) in the same statement. */
  findAndTouch(hash: Buffer, at: Date): Promise<ApiKey | null>;
  /**
   * Stores the key. An existing key with the same hash gets the given name, scopes, expiry and networks and is no longer
   * revoked. If that changes nothing, neither the key nor the note is written.
   */
  upsert(key: NewApiKey, note: ApiKeyNote): Promise<void>;
  /**
   * Atomically stores a replacement key and makes the key that it replaces expire at `until` at the latest.
   * @returns the new key; null if there is no such key, if it is revoked or expired, or if an active key already replaces
   * it
   */
  rotate(
    id: string,
    replacing: { readonly key: ReplacingApiKey; readonly until: Date },
    note: ApiKeyNote,
  ): Promise<ListedApiKey | null>;
  /** Revokes every key with this name except the one with this hash; revokes all of them if the hash is null. */
  revokeNamed(name: string, exceptHash: Buffer | null, note: ApiKeyNote): Promise<void>;
  /** Counts the keys, including revoked and expired ones. */
  count(options?: { exceptName: string }): Promise<number>;
  /** Lists all keys, including revoked and expired ones, oldest first. */
  list(): Promise<readonly ListedApiKey[]>;
  /**
   * Revokes the key at the time in the note; a key that is already revoked keeps its original revocation time. Returns
   * whether the key exists.
   */
  revoke(id: string, note: ApiKeyNote): Promise<boolean>;
}
