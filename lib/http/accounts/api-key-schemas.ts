import { z } from "zod";
import { NETWORKS_MAX } from "@/lib/accounts/rules/allowed-networks";
import { OVERLAP_SECONDS, type Overlap } from "@/lib/accounts/rules/api-key";
import { SCOPES } from "@/lib/kernel/rules/scopes";
import { object, time, timeText } from "../core/schemas";

const NETWORK_LENGTH_MAX = 50;

/**
 * The body of a new key; what is wrong with its name, its end and its networks is checked by the
 * domain.
 */
export const createApiKeyBody = object({
  name: z.string("must be a string"),
  scopes: z.array(z.enum(SCOPES, `must be one of ${SCOPES.join(", ")}`)),
  expiresAt: timeText.nullable().default(null),
  allowedNetworks: z
    .array(z.string().max(NETWORK_LENGTH_MAX, "is not a network"))
    .max(NETWORKS_MAX, `must not be more than ${NETWORKS_MAX}`)
    .default([]),
});

// What Object.keys makes of it are exactly its names.
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
  /** CIDR blocks; empty: from anywhere. */
  allowedNetworks: z.array(z.string()),
  createdAt: time,
  lastUsedAt: time.nullable(),
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  state: z.enum(["active", "revoked", "expired"]),
  isExpiringSoon: z.boolean(),
  isUnused: z.boolean(),
  /** STAGEDOOR_API_KEY gives it, so that every start restores it. */
  isSetByOperator: z.boolean(),
  /** The key that this one was made to replace; null: none. */
  rotatedFromId: z.uuid().nullable(),
});
/** The type that `apiKeyRow` validates. */
export type ApiKeyRow = z.infer<typeof apiKeyRow>;

/** The answer of `GET /api/cockpit/api-keys`. */
export const apiKeyList = z.strictObject({
  /** Newest first. */
  items: z.array(apiKeyRow),
  /** Where the reader's own call came from; null: addresses are hidden, so that keys with networks are refused. */
  ownAddress: z.string().nullable(),
});
/** The type that `apiKeyList` validates. */
export type ApiKeyList = z.infer<typeof apiKeyList>;

/** A key that was made now: the only answer that holds it. */
export const newApiKey = z.strictObject({
  key: z.string(),
  row: apiKeyRow,
  /** The address that programs call. */
  publicUrl: z.string(),
  /** Until when the key that it replaces works; null: it replaces none. */
  previousExpiresAt: time.nullable(),
});
/** The type that `newApiKey` validates. */
export type NewApiKeyAnswer = z.infer<typeof newApiKey>;
