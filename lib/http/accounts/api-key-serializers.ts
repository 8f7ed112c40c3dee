import type { JudgedApiKey } from "@/lib/accounts/use-cases/list-api-keys";
import { parseAddress } from "@/lib/kernel/rules/net/network-address";
import { pick } from "../core/pick";
import { type ApiKeyList, type ApiKeyRow, apiKeyRow } from "./api-key-schemas";

/** A key as the page shows it: never the key, never its hash. */
export const renderApiKey = (key: JudgedApiKey): ApiKeyRow =>
  pick(apiKeyRow, {
    ...{ ...key, scopes: [...key.scopes], allowedNetworks: [...key.allowedNetworks] },
  });

/** All keys, newest first, for a reader at this address. */
export const renderApiKeys = (
  keys: readonly JudgedApiKey[],
  address: string | undefined,
): ApiKeyList => ({
  items: keys.toReversed().map(renderApiKey),
  ownAddress: address !== undefined && parseAddress(address) ? address : null,
});
