import type { ActorNames } from "../ports";

/** Creates `ActorNames` that return the given names by id. */
export const createInMemoryActorNames = (
  names: Readonly<Record<string, string>> = {},
): ActorNames => ({
  namesOf: async (ids) => new Map(Object.entries(names).filter(([id]) => ids.includes(id))),
});
