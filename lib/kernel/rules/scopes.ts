/** Every permission that an API key can have (DESIGN 3). */
export const SCOPES = [
  "documents:read",
  "documents:write",
  "documents:review",
  "documents:process",
  "documents:erase",
  "configuration:read",
  "configuration:write",
] as const;

/** One permission of an API key. */
export type Scope = (typeof SCOPES)[number];

/** Checks a word from outside. */
export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
