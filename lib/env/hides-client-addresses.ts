import type { Settings } from "./read-settings";

/** What the addresses of clients depend on. */
export type ProxySettings = Pick<Settings, "publicUrl"> & {
  readonly rateLimits: Pick<Settings["rateLimits"], "trustedProxyHops">;
};

/**
 * Whether every client seems to come from one address. The application speaks no TLS, so an https address means a proxy; with 0
 * trusted proxies, given or not, the other end of each connection is that proxy.
 */
export const hidesClientAddresses = ({ publicUrl, rateLimits }: ProxySettings): boolean =>
  publicUrl.startsWith("https:") && rateLimits.trustedProxyHops === 0;
