import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Scope } from "@/lib/kernel/rules/scopes";

/** An API key as it is stored; the key itself is stored nowhere. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** CIDR blocks from which it can be used; empty: anywhere. */
  readonly allowedNetworks: readonly string[];
}

/** An API key as people see it. */
export interface ListedApiKey extends ApiKey {
  /** The first characters, so that people can tell keys apart. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** To the minute, including rejected calls; null: never used. */
  readonly lastUsedAt: Date | null;
  /** The key that this one replaces; null: none. */
  readonly rotatedFromId: string | null;
}

/** What is needed to store an API key. */
export interface NewApiKey
  extends Omit<ListedApiKey, "revokedAt" | "lastUsedAt" | "rotatedFromId"> {
  /** SHA-256 of the key. */
  readonly hash: Buffer;
}

/** A replacement key, which takes name, scopes and networks from the other one. */
export type ReplacingApiKey = Omit<NewApiKey, "name" | "scopes" | "allowedNetworks">;

/** A note for the audit about a key; the repository adds which key it was. */
export type ApiKeyNote = Omit<AuditNote, "subject">;

/** API keys, found by the SHA-256 of the key. Every change writes its audit note in the same statement. */
export interface ApiKeyRepository {
  /** Finds the key, including revoked and expired ones, and records its use (to the minute) in the same statement. */
  findAndTouch(hash: Buffer, at: Date): Promise<ApiKey | null>;
  /**
   * Stores the key; an existing key with the same hash gets the given name, scopes, expiry and networks and is no longer revoked.
   * If that changes nothing, nothing is written, not even the note.
   */
  upsert(key: NewApiKey, note: ApiKeyNote): Promise<void>;
  /**
   * Atomically stores a replacement key and lets the other one expire at `until` at the latest.
   * @returns the new key; null: there is no such key, it is revoked or expired, or an active key already replaces it
   */
  rotate(
    id: string,
    replacing: { readonly key: ReplacingApiKey; readonly until: Date },
    note: ApiKeyNote,
  ): Promise<ListedApiKey | null>;
  /** Revokes every key of this name except the one with this hash; null: every one. */
  revokeNamed(name: string, exceptHash: Buffer | null, note: ApiKeyNote): Promise<void>;
  /** The number of keys, including revoked and expired ones. */
  count(options?: { exceptName: string }): Promise<number>;
  /** Every key, including revoked and expired ones, oldest first. */
  list(): Promise<readonly ListedApiKey[]>;
  /** Revokes the key at the time of the note; a revoked key keeps its first time. Returns whether the key exists. */
  revoke(id: string, note: ApiKeyNote): Promise<boolean>;
}
