import type { Settings } from "./read-settings";

/** The settings that client addresses depend on. */
export type ProxySettings = Pick<Settings, "publicUrl"> & {
  readonly rateLimits: Pick<Settings["rateLimits"], "trustedProxyHops">;
};

/**
 * Whether every client seems to come from one address. The application does not speak TLS, so an https address means a proxy;
 * with 0 trusted proxies, the other end of each connection is that proxy.
 */
export const hidesClientAddresses = ({ publicUrl, rateLimits }: ProxySettings): boolean =>
  publicUrl.startsWith("https:") && rateLimits.trustedProxyHops === 0;
