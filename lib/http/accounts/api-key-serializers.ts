import type { JudgedApiKey } from "@/lib/accounts/use-cases/api-keys/list-api-keys";
import { parseAddress } from "@/lib/kernel/rules/net/network-address";
import { pick } from "../core/pick";
import { type ApiKeyList, type ApiKeyRow, apiKeyRow } from "./api-key-schemas";

/** Returns a key as the page shows it, without the key itself or its hash. */
export const renderApiKey = (key: JudgedApiKey): ApiKeyRow =>
  pick(apiKeyRow, {
    ...{ ...key, scopes: [...key.scopes], allowedNetworks: [...key.allowedNetworks] },
  });

/** Returns all keys, newest first, for a caller with this address. */
export const renderApiKeys = (
  keys: readonly JudgedApiKey[],
  address: string | undefined,
): ApiKeyList => ({
  items: keys.toReversed().map(renderApiKey),
  ownAddress: address !== undefined && parseAddress(address) ? address : null,
});
