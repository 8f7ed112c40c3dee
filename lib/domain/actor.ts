import type { Scope } from "./scopes";

/** Who acts: an API key with its scopes, a signed-in administrator, or a part of Stagedoor itself. */
export type Actor =
  | { readonly kind: "api-key"; readonly id: string; readonly scopes: readonly Scope[] }
  | { readonly kind: "administrator"; readonly id: string }
  | { readonly kind: "sweeper" | "processor" | "watchdog" };

/** The word that the move table uses for somebody who may make a move. */
export type Mover = Scope | "administrator" | "sweeper" | "processor" | "watchdog";

/** Every word of the move table under which this actor may act. */
export function moversOf(actor: Actor): readonly Mover[] {
  return actor.kind === "api-key" ? actor.scopes : [actor.kind];
}

/** The actor as the history keeps it: `api-key:<id>`, `administrator:<id>` or the part's name. */
export function actorName(actor: Actor): string {
  return "id" in actor ? `${actor.kind}:${actor.id}` : actor.kind;
}
