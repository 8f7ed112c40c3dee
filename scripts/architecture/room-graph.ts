/** The kind of a room's imports from another room: `code` if any import needs its code, otherwise `types`. */
export type Knowledge = "code" | "types";

/** Each room with the rooms that it imports, and the kind of its imports from each of them. */
export type RoomGraph = ReadonlyMap<string, ReadonlyMap<string, Knowledge>>;

/** A module and its imports, as paths from the root of the checkout. */
export interface ModuleImports {
  readonly source: string;
  readonly imports: readonly { readonly path: string; readonly isTypeOnly: boolean }[];
}

/**
 * Returns the imports between rooms. Modules that `roomOf` does not assign to a room (null) are omitted, and so are
 * imports within a room.
 */
export function toRoomGraph(
  modules: readonly ModuleImports[],
  roomOf: (path: string) => string | null,
): RoomGraph {
  const graph = new Map<string, Map<string, Knowledge>>();
  for (const { source, imports } of modules) {
    const importer = roomOf(source);
    if (importer === null) continue;
    const known = graph.get(importer) ?? new Map<string, Knowledge>();
    graph.set(importer, known);
    for (const { path, isTypeOnly } of imports) {
      const imported = roomOf(path);
      if (imported !== null && imported !== importer) note(known, imported, isTypeOnly);
    }
  }
  return graph;
}

function note(known: Map<string, Knowledge>, room: string, isTypeOnly: boolean): void {
  if (!isTypeOnly) known.set(room, "code");
  else if (!known.has(room)) known.set(room, "types");
}

/**
 * Returns the same graph without the arrows that follow from others: A → C is omitted if there is a path from A to C
 * through the code of other rooms.
 * @throws Error if rooms import each other
 */
export function withoutShortcuts(graph: RoomGraph): RoomGraph {
  return new Map(
    [...graph].map(([room, known]) => {
      const behind = codeOf(graph, room).flatMap((next) => [...reachable(graph, next, [room])]);
      return [room, new Map([...known].filter(([next]) => !behind.includes(next)))];
    }),
  );
}

const codeOf = (graph: RoomGraph, room: string) =>
  [...(graph.get(room) ?? [])].filter(([, how]) => how === "code").map(([known]) => known);

/** Returns every room whose code can be reached from this one in one or more steps. */
function reachable(graph: RoomGraph, room: string, way: readonly string[]): Set<string> {
  if (way.includes(room)) throw new Error(`Rooms import each other: ${[...way, room].join(" → ")}`);
  const next = codeOf(graph, room);
  return new Set([...next, ...next.flatMap((each) => [...reachable(graph, each, [...way, room])])]);
}

const HEAD = `digraph {
  graph [rankdir=TB bgcolor=white ranksep=0.4 nodesep=0.3 margin=0.1]
  node [shape=box style="rounded,filled" fillcolor="#f4f1ea" color="#8a8172" fontname=Helvetica fontsize=12]
  edge [color="#6b6457" arrowsize=0.7]`;

/**
 * Writes the graph in Graphviz's language, with dashed arrows for types, in an order that does not depend on the order of
 * the modules.
 */
export function toDot(graph: RoomGraph): string {
  const rooms = [...graph.keys()].sort();
  const arrows = rooms.flatMap((room) =>
    [...(graph.get(room) ?? [])]
      .map(([known, how]) => `  "${room}" -> "${known}"${how === "types" ? " [style=dashed]" : ""}`)
      .sort(),
  );
  return [HEAD, ...rooms.map((room) => `  "${room}"`), ...arrows, "}", ""].join("\n");
}
