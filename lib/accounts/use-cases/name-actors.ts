import { idOfActor } from "@/lib/kernel/rules/actor";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type { ActorNames } from "../ports/actor-names";

/** Who acted, with the name that people know them by. */
export interface NamedActor {
  /** As the history and the audit keep it, such as `reviewer:<id>` or `sweeper`. */
  readonly actor: string;
  /** null: a part of Stagedoor or a command, or somebody that is not stored any more. */
  readonly name: string | null;
}

/** Names the actors of a history or an audit, each once, by one question to the database and by none when nobody is to be named. */
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

/** null: nobody that is stored, whatever others may have written. */
function idOf(actor: string): string | null {
  const id = idOfActor(actor)?.toLowerCase();
  return id && isUuid(id) ? id : null;
}
