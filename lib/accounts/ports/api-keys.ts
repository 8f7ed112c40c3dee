import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Scope } from "@/lib/kernel/rules/scopes";

/** An API key as it is stored; the key itself is nowhere. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** CIDR blocks that it may be used from; empty: from anywhere. */
  readonly allowedNetworks: readonly string[];
}

/** An API key as people see it. */
export interface ListedApiKey extends ApiKey {
  /** The first characters, so that people can tell keys apart. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** To the minute, refused calls too; null: never used. */
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

/** The key that replaces another one and takes name, scopes and networks from it. */
export type ReplacingApiKey = Omit<NewApiKey, "name" | "scopes" | "allowedNetworks">;

/** A note for the audit about a key; the repository adds which key it was. */
export type ApiKeyNote = Omit<AuditNote, "subject">;

/** API keys, found by the SHA-256 of the key. Whatever changes one writes its note of the audit in the same statement. */
export interface ApiKeyRepository {
  /** Finds the key, revoked and expired ones too, and notes its use (to the minute) in the same statement. */
  findAndTouch(hash: Buffer, at: Date): Promise<ApiKey | null>;
  /**
   * Stores the key; one with the same hash gets the given name, scopes, expiry and networks and is not revoked any more. Where that
   * changes nothing, nothing is written, the note neither.
   */
  upsert(key: NewApiKey, note: ApiKeyNote): Promise<void>;
  /**
   * Stores a key in place of another, which from then on ends at `until` at the latest; both or neither.
   * @returns the new key; null: there is no such key, it is revoked or expired, or a key that is not revoked replaces it already
   */
  rotate(
    id: string,
    replacing: { readonly key: ReplacingApiKey; readonly until: Date },
    note: ApiKeyNote,
  ): Promise<ListedApiKey | null>;
  /** Revokes every key of this name except the one with this hash; null: every one. */
  revokeNamed(name: string, exceptHash: Buffer | null, note: ApiKeyNote): Promise<void>;
  /** How many keys there are, revoked and expired ones too. */
  count(options?: { exceptName: string }): Promise<number>;
  /** Every key, revoked and expired ones too, oldest first. */
  list(): Promise<readonly ListedApiKey[]>;
  /** Revokes the key at the time of the note; one that is revoked keeps its first time. Answers whether the key exists. */
  revoke(id: string, note: ApiKeyNote): Promise<boolean>;
}
