import { hidesClientAddresses, type ProxySettings } from "./hides-client-addresses";
import type { Settings } from "./read-settings";

/**
 * Returns the problems that these settings will cause although each setting is valid: one sentence per problem, which
 * names the setting to change; empty if there are none. They are shown at startup and logged, and never repeat secret
 * values.
 */
export function settingsWarnings(
  settings: ProxySettings & Pick<Settings, "objectStorePublicUrl">,
): string[] {
  if (!settings.publicUrl.startsWith("https:")) return [];
  return [...insecureUploads(settings), ...uncountedProxies(settings)];
}

function insecureUploads({ objectStorePublicUrl }: Pick<Settings, "objectStorePublicUrl">) {
  if (objectStorePublicUrl.startsWith("https:")) return [];
  return [
    `PUBLIC_URL is https, but files are uploaded to ${objectStorePublicUrl}: browsers block such uploads. Set S3_PUBLIC_ENDPOINT to an https address of the object store; docs/operations.md shows how.`,
  ];
}

function uncountedProxies(settings: ProxySettings) {
  if (!hidesClientAddresses(settings)) return [];
  return [
    "PUBLIC_URL is https, so clients come through a proxy, but TRUSTED_PROXY_HOPS is 0, so client addresses are unknown: sign-in is throttled by account only, RATE_LIMIT_PER_ADDRESS counts all API clients as one, and API keys with networks are rejected. Set TRUSTED_PROXY_HOPS to the number of your proxies, usually 1; docs/operations.md shows how.",
  ];
}
