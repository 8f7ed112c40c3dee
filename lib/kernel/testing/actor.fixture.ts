import { type Actor, SCOPES, type Scope } from "../rules/actor";

/** Creates an API key as an actor, with all scopes unless the test specifies some. */
export function anApiKeyActor(
  scopes: readonly Scope[] = SCOPES,
): Extract<Actor, { kind: "api-key" }> {
  return { kind: "api-key", id: "019cbc00-0000-7000-8000-0000000000cc", scopes };
}
