import { z } from "zod";
import { NETWORKS_MAX } from "@/lib/accounts/rules/allowed-networks";
import { OVERLAP_SECONDS, type Overlap } from "@/lib/accounts/rules/api-key";
import { SCOPES } from "@/lib/kernel/rules/scopes";
import { object, time, timeText } from "../core/schemas";

const NETWORK_LENGTH_MAX = 50;

/** The body for a new key; the domain checks its name, expiry and networks. */
export const createApiKeyBody = object({
  name: z.string("must be a string"),
  scopes: z.array(z.enum(SCOPES, `must be one of ${SCOPES.join(", ")}`)),
  expiresAt: timeText.nullable().default(null),
  allowedNetworks: z
    .array(z.string().max(NETWORK_LENGTH_MAX, "is not a network"))
    .max(NETWORKS_MAX, `must not be more than ${NETWORKS_MAX}`)
    .default([]),
});

// Object.keys returns exactly its names.
const OVERLAPS = Object.keys(OVERLAP_SECONDS) as [Overlap, ...Overlap[]];

/** The body of a rotation. */
export const rotateApiKeyBody = object({
  overlap: z.enum(OVERLAPS, `must be one of ${OVERLAPS.join(", ")}`),
});

/** A key as the page lists it. */
export const apiKeyRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** CIDR blocks; empty: any address is allowed. */
  allowedNetworks: z.array(z.string()),
  createdAt: time,
  lastUsedAt: time.nullable(),
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  state: z.enum(["active", "revoked", "expired"]),
  isExpiringSoon: z.boolean(),
  isUnused: z.boolean(),
  /** STAGEDOOR_API_KEY sets it, so every start restores it. */
  isSetByOperator: z.boolean(),
  /** The key that this one replaces; null: none. */
  rotatedFromId: z.uuid().nullable(),
});
/** The type that `apiKeyRow` validates. */
export type ApiKeyRow = z.infer<typeof apiKeyRow>;

/** The answer of `GET /api/cockpit/api-keys`. */
export const apiKeyList = z.strictObject({
  /** Newest first. */
  items: z.array(apiKeyRow),
  /** The address of the reader's own call; null: addresses are hidden, so keys with networks are rejected. */
  ownAddress: z.string().nullable(),
});
/** The type that `apiKeyList` validates. */
export type ApiKeyList = z.infer<typeof apiKeyList>;

/** A new key; no other response contains it. */
export const newApiKey = z.strictObject({
  key: z.string(),
  row: apiKeyRow,
  /** The address that programs call. */
  publicUrl: z.string(),
  /** When the key that it replaces stops working; null: it replaces none. */
  previousExpiresAt: time.nullable(),
});
/** The type that `newApiKey` validates. */
export type NewApiKeyAnswer = z.infer<typeof newApiKey>;
