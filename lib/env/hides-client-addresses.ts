import type { Settings } from "./read-settings";

/** The settings that determine client addresses. */
export type ProxySettings = Pick<Settings, "publicUrl"> & {
  readonly rateLimits: Pick<Settings["rateLimits"], "trustedProxyHops">;
};

/**
 * Returns whether every client seems to have the same address. The application does not speak TLS, so an https address
 * means that there is a proxy. With 0 trusted proxies, every connection seems to come from that proxy.
 */
export const hidesClientAddresses = ({ publicUrl, rateLimits }: ProxySettings): boolean =>
  publicUrl.startsWith("https:") && rateLimits.trustedProxyHops === 0;
