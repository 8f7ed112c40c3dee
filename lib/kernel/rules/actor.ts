import type { Scope } from "./scopes";

/** Who acts: an API key with its scopes, a signed-in administrator, or a part of Stagedoor itself. */
export type Actor =
  | ({ readonly kind: "api-key"; readonly scopes: readonly Scope[] } & Caller)
  | ({ readonly kind: "administrator" } & Caller)
  | { readonly kind: "sweeper" | "processor" | "watchdog" };

/** Somebody who acts by a call. */
interface Caller {
  readonly id: string;
  /** The call, as its answer and the log name it. */
  readonly requestId?: string;
}

/** The word that the move table uses for somebody who may make a move. */
export type Mover = Scope | "administrator" | "sweeper" | "processor" | "watchdog";

/** Every word of the move table under which this actor may act. */
export function moversOf(actor: Actor): readonly Mover[] {
  return actor.kind === "api-key" ? actor.scopes : [actor.kind];
}

/** Who made a change, as the history keeps it. */
export interface Author {
  /** `api-key:<id>`, `administrator:<id>` or the part's name. */
  readonly actor: string;
  /** The call in which it was made; none for what parts of Stagedoor do on their own. */
  readonly requestId?: string;
}

/** The author of what this actor does. */
export function authorOf(actor: Actor): Author {
  if (!("id" in actor)) return { actor: actor.kind };
  const { kind, id, requestId } = actor;
  return { actor: `${kind}:${id}`, ...(requestId === undefined ? {} : { requestId }) };
}
