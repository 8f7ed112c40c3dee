// This reads no setting: the SDK takes this only from its own variable.
import { env } from "node:process";

/**
 * Keeps the SDK from warning on every command about Node versions that its releases of 2027 will need: our version is pinned.
 * Harmless to repeat; call it before a client is made. A value that somebody has set stays.
 */
export function silenceVersionWarning(): void {
  env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
}
