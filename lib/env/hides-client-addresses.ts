import type { Settings } from "./read-settings";

/**
 * Whether every client seems to come from one address. The application speaks no TLS, so an https address means a proxy; while
 * nobody has said how many there are, the other end of each connection is that proxy.
 */
export const hidesClientAddresses = (
  settings: Pick<Settings, "publicUrl" | "trustedProxyHopsGiven">,
): boolean => settings.publicUrl.startsWith("https:") && !settings.trustedProxyHopsGiven;
