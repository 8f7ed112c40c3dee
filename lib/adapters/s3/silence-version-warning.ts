// No setting of ours is read: the SDK can be told this by its own variable only.
import { env } from "node:process";

/**
 * Keeps the SDK from warning on every command about Node versions that its releases of 2027 will need: our version is pinned.
 * Harmless to repeat; call it before a client is made. A value that somebody has set stays.
 */
export function silenceVersionWarning(): void {
  env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
}
