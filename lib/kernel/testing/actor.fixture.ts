import type { Actor } from "../rules/actor";
import { SCOPES, type Scope } from "../rules/scopes";

/** An API key that acts, with all scopes unless a test names some. */
export function anApiKeyActor(
  scopes: readonly Scope[] = SCOPES,
): Extract<Actor, { kind: "api-key" }> {
  return { kind: "api-key", id: "019cbc00-0000-7000-8000-0000000000cc", scopes };
}
