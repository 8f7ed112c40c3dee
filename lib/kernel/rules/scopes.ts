/** Every right that an API key can have (DESIGN 3). */
export const SCOPES = [
  "documents:read",
  "documents:write",
  "documents:review",
  "documents:process",
  "documents:erase",
  "configuration:read",
  "configuration:write",
] as const;

/** A right of an API key. */
export type Scope = (typeof SCOPES)[number];

/** Returns whether a string is a scope. */
export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
