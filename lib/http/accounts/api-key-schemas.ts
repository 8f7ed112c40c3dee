import { z } from "zod";
import { NETWORKS_MAX } from "@/lib/accounts/rules/allowed-networks";
import { OVERLAP_SECONDS, type Overlap } from "@/lib/accounts/rules/api-key";
import type { JudgedApiKey } from "@/lib/accounts/use-cases/api-keys";
import { SCOPES } from "@/lib/kernel/rules/actor";
import { parseAddress } from "@/lib/kernel/rules/net/network-address";
import { pick } from "../core/pick";
import { object, time, timeText } from "../core/schemas";

const NETWORK_LENGTH_MAX = 50;

/** The body for creating an API key. The domain checks its name, expiry and networks. */
export const createApiKeyBody = object({
  name: z.string("must be a string"),
  scopes: z.array(z.enum(SCOPES, `must be one of ${SCOPES.join(", ")}`)),
  expiresAt: timeText.nullable().default(null),
  allowedNetworks: z
    .array(z.string().max(NETWORK_LENGTH_MAX, "is not a network"))
    .max(NETWORKS_MAX, `must not be more than ${NETWORKS_MAX}`)
    .default([]),
});

// Object.keys returns exactly the names in this constant, but its type is string[].
const OVERLAPS = Object.keys(OVERLAP_SECONDS) as [Overlap, ...Overlap[]];

/** The body for rotating an API key. */
export const rotateApiKeyBody = object({
  overlap: z.enum(OVERLAPS, `must be one of ${OVERLAPS.join(", ")}`),
});

/** A key in the list that the page shows. */
export const apiKeyRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** CIDR blocks. If there are none, any address is allowed. */
  allowedNetworks: z.array(z.string()),
  createdAt: time,
  lastUsedAt: time.nullable(),
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  state: z.enum(["active", "revoked", "expired"]),
  isExpiringSoon: z.boolean(),
  isUnused: z.boolean(),
  /** Whether the key is set by STAGEDOOR_API_KEY and therefore restored each time Stagedoor starts. */
  isSetByOperator: z.boolean(),
  /** The key that this key replaces, or null if it replaces none. */
  rotatedFromId: z.uuid().nullable(),
});
/** The type that `apiKeyRow` validates. */
export type ApiKeyRow = z.infer<typeof apiKeyRow>;

/** The response of `GET /api/cockpit/api-keys`. */
export const apiKeyList = z.strictObject({
  /** Newest first. */
  items: z.array(apiKeyRow),
  /** The address of the caller, or null if client addresses are hidden, in which case keys with networks are rejected. */
  ownAddress: z.string().nullable(),
});
/** The type that `apiKeyList` validates. */
export type ApiKeyList = z.infer<typeof apiKeyList>;

/** A new key. No other response contains the key itself. */
export const newApiKey = z.strictObject({
  key: z.string(),
  row: apiKeyRow,
  /** The address that programs use to call the API. */
  publicUrl: z.string(),
  /** The time at which the replaced key stops working, or null if this key replaces none. */
  previousExpiresAt: time.nullable(),
});
/** The type that `newApiKey` validates. */
export type NewApiKeyAnswer = z.infer<typeof newApiKey>;

/** Returns a key as the page shows it, without the key itself or its hash. */
export const renderApiKey = (key: JudgedApiKey): ApiKeyRow =>
  pick(apiKeyRow, {
    ...key,
    scopes: [...key.scopes],
    allowedNetworks: [...key.allowedNetworks],
  });

/** Returns all keys, newest first, for a caller with this address. */
export const renderApiKeys = (
  keys: readonly JudgedApiKey[],
  address: string | undefined,
): ApiKeyList => ({
  items: keys.toReversed().map(renderApiKey),
  ownAddress: address !== undefined && parseAddress(address) ? address : null,
});
