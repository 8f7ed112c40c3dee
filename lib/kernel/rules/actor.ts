/**
 * The author of an action: an API key with its scopes, a signed-in user with their role, or a part of Stagedoor itself.
 */
export type Actor =
  | ({ readonly kind: "api-key"; readonly scopes: readonly Scope[] } & Caller)
  | Person
  | { readonly kind: "sweeper" | "processor" | "watchdog" };

/** A signed-in user with their current role. */
export type Person = {
  readonly kind: Role;
  /** The session in which the user makes the call; null while they are signing in or choosing a password. */
  readonly sessionId: string | null;
} & Caller;

/** Returns whether the actor is a person rather than a program. */
export const isPerson = (actor: Actor): actor is Person => isRole(actor.kind);

/** An actor that makes a call. */
interface Caller {
  readonly id: string;
  /** The request id in the response and in the log. */
  readonly requestId?: string;
  /** The client's address as text. */
  readonly address?: string;
}

/** A kind of actor in the move table. */
export type Mover = Scope | "administrator" | "sweeper" | "processor" | "watchdog";

/** Returns every kind of actor in the move table that applies to this actor. */
export function moversOf(actor: Actor): readonly Mover[] {
  if (actor.kind === "api-key") return actor.scopes;
  if (actor.kind === "reviewer" || actor.kind === "reader") return ROLE_SCOPES[actor.kind];
  return [actor.kind];
}

/** The author of a change as the history and the audit log store it. */
export interface Author {
  /** `api-key:<id>`, `administrator:<id>`, `reviewer:<id>`, `command`, or the name of a part of Stagedoor. */
  readonly actor: string;
  /** The request that made the change; absent if a part of Stagedoor made it. */
  readonly requestId?: string;
  /** The client's address as text. */
  readonly address?: string;
  /** The session of the user who made the change. It must still be open when an audited change is saved. */
  readonly sessionId?: string;
}

/** The author of changes that an operator makes with a command on this machine. */
export const COMMAND_AUTHOR: Author = { actor: "command" };

/**
 * Returns the id of the user or API key in an actor's name from the history, for a user in any role; null for other
 * actors.
 */
export function idOfActor(actor: string): string | null {
  const at = actor.indexOf(":");
  return at < 0 ? null : actor.slice(at + 1);
}

/** Returns the author for this actor's actions. */
export function authorOf(actor: Actor): Author {
  if (!("id" in actor)) return { actor: actor.kind };
  const { kind, id, requestId, address } = actor;
  return {
    actor: `${kind}:${id}`,
    ...(requestId === undefined ? {} : { requestId }),
    ...(address === undefined ? {} : { address }),
    ...("sessionId" in actor && actor.sessionId ? { sessionId: actor.sessionId } : {}),
  };
}

/** The roles, most powerful first; each includes the rights of those after it (decision 0050). */
export const ROLES = ["administrator", "reviewer", "reader"] as const;

/** The role of a user. */
export type Role = (typeof ROLES)[number];

/** Returns whether a string is a role. */
export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

/** Returns whether a role includes the needed role. */
export const includesRole = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) <= ROLES.indexOf(needed);

/** The rights of a role on documents, as scopes of API keys. Administrators have their own entries in the move table. */
const ROLE_SCOPES: Readonly<Record<Exclude<Role, "administrator">, readonly Scope[]>> = {
  reviewer: ["documents:read", "documents:write", "documents:review"],
  reader: ["documents:read"],
};

/** Every right that an API key can have (decision 0003). */
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
