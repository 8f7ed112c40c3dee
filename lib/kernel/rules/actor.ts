import { isRole, ROLE_SCOPES, type Role } from "./roles";
import type { Scope } from "./scopes";

/** Who acts: an API key with its scopes, a signed-in user with their role, or a part of Stagedoor itself. */
export type Actor =
  | ({ readonly kind: "api-key"; readonly scopes: readonly Scope[] } & Caller)
  | Person
  | { readonly kind: "sweeper" | "processor" | "watchdog" };

/** A signed-in user with their current role. */
export type Person = { readonly kind: Role } & Caller;

/** Whether a person acts, rather than a program. */
export const isPerson = (actor: Actor): actor is Person => isRole(actor.kind);

/** Somebody who acts by a call. */
interface Caller {
  readonly id: string;
  /** The call, as its answer and the log name it. */
  readonly requestId?: string;
  /** Where the call came from, as people read it. */
  readonly address?: string;
}

/** A kind of actor in the move table. */
export type Mover = Scope | "administrator" | "sweeper" | "processor" | "watchdog";

/** Every kind of actor in the move table that this actor belongs to. */
export function moversOf(actor: Actor): readonly Mover[] {
  if (actor.kind === "api-key") return actor.scopes;
  if (actor.kind === "reviewer" || actor.kind === "reader") return ROLE_SCOPES[actor.kind];
  return [actor.kind];
}

/** Who made a change, as the history and the audit keep it. */
export interface Author {
  /** `api-key:<id>`, `administrator:<id>`, `reviewer:<id>`, `command` or the part's name. */
  readonly actor: string;
  /** The call in which it was made; none for what parts of Stagedoor do on their own. */
  readonly requestId?: string;
  /** Where that call came from, as people read it. */
  readonly address?: string;
}

/** The author of what an operator does by a command of this machine. */
export const COMMAND_AUTHOR: Author = { actor: "command" };

/** The user or API key of an actor as the history keeps it, whatever their role was then; null: neither of them. */
export function idOfActor(actor: string): string | null {
  const at = actor.indexOf(":");
  return at < 0 ? null : actor.slice(at + 1);
}

/** The author of what this actor does. */
export function authorOf(actor: Actor): Author {
  if (!("id" in actor)) return { actor: actor.kind };
  const { kind, id, requestId, address } = actor;
  return {
    actor: `${kind}:${id}`,
    ...(requestId === undefined ? {} : { requestId }),
    ...(address === undefined ? {} : { address }),
  };
}
