// This is not one of our settings: the SDK reads it only from its own environment variable.
import { env } from "node:process";

/**
 * Prevents the SDK from warning in every command that its 2027 releases need a newer Node, because our version is pinned.
 * May be called repeatedly, but must be called before a client is created. An existing value is kept.
 */
export function silenceVersionWarning(): void {
  env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
}
