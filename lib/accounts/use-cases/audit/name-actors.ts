import { idOfActor } from "@/lib/kernel/rules/actor";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type { ActorNames } from "../../ports/actor-names";

/** An actor with a readable name. */
export interface NamedActor {
  /** As stored in the history and the audit log, such as `reviewer:<id>` or `sweeper`. */
  readonly actor: string;
  /** null for a part of Stagedoor, a command, or an actor that is no longer stored. */
  readonly name: string | null;
}

/**
 * Returns the distinct actors of a history or an audit log with their names. It queries the database once, or not at all if
 * there is nobody to name.
 */
export async function nameActors(
  { actorNames }: { readonly actorNames: ActorNames },
  actors: Iterable<string>,
): Promise<ReadonlyMap<string, NamedActor>> {
  const named = [...new Set(actors)].map((actor) => ({ actor, id: idOf(actor) }));
  const ids = named.flatMap(({ id }) => id ?? []);
  const names = ids.length === 0 ? null : await actorNames.namesOf(ids);
  return new Map(
    named.map(({ actor, id }) => [actor, { actor, name: (id && names?.get(id)) ?? null }]),
  );
}

/** Returns the id of a user or key; null for any other actor. */
function idOf(actor: string): string | null {
  const id = idOfActor(actor)?.toLowerCase();
  return id && isUuid(id) ? id : null;
}
