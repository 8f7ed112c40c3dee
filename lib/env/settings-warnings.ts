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

/** The settings whose values are secrets, or may contain one. */
export const SECRET_SETTING_NAMES: readonly string[] = [
  "STAGEDOOR_API_KEY",
  "STAGEDOOR_ADMIN_PASSWORD",
  "STAGEDOOR_ENCRYPTION_KEY",
  "DATABASE_URL",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "INNGEST_EVENT_KEY",
  "INNGEST_SIGNING_KEY",
  "WEBHOOK_SIGNING_SECRET",
  "NEXTAUTH_SECRET",
  "OIDC_CLIENT_SECRET",
  "METRICS_TOKEN",
];

/** The parameters of an address that decide which database it leads to. */
const PLACE_PARAMETERS = ["host", "port", "dbname", "options", "schema"];

/** Returns where the database at an address is, without the user, the password and other parameters. */
export function databasePlace(address: string): string {
  const { protocol, host, pathname, searchParams } = new URL(address);
  const places = [...searchParams].filter(([name]) => PLACE_PARAMETERS.includes(name));
  const query = places.length > 0 ? `?${new URLSearchParams(places)}` : "";
  return `${protocol}//${host}${pathname}${query}`;
}

/** The settings that determine client addresses. */
type ProxySettings = Pick<Settings, "publicUrl"> & {
  readonly rateLimits: Pick<Settings["rateLimits"], "trustedProxyHops">;
};

/**
 * Returns whether every client seems to have the same address. The application does not speak TLS, so an https address
 * means that there is a proxy. With 0 trusted proxies, every connection seems to come from that proxy.
 */
export const hidesClientAddresses = ({ publicUrl, rateLimits }: ProxySettings): boolean =>
  publicUrl.startsWith("https:") && rateLimits.trustedProxyHops === 0;
