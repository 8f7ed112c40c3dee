import { describe, expect, test } from "vitest";
import { type ModuleImports, toDot, toRoomGraph, withoutShortcuts } from "./room-graph";

const roomOf = (path: string) => (path.startsWith("node_modules/") ? null : path.slice(0, 1));
const module = (source: string, ...paths: string[]): ModuleImports => ({
  source,
  imports: paths.map((path) => ({
    path: path.replace("type ", ""),
    isTypeOnly: path.startsWith("type "),
  })),
});
const graphOf = (...modules: ModuleImports[]) => toRoomGraph(modules, roomOf);
const arrows = (graph: ReturnType<typeof graphOf>) =>
  [...graph].flatMap(([room, known]) => [...known].map(([to, how]) => `${room} → ${to} (${how})`));

describe("the rooms and their arrows", () => {
  test("come from the imports between rooms, and omit modules outside all rooms", () => {
    const graph = graphOf(module("a/1", "b/1", "a/2", "node_modules/zod"), module("b/1"));
    expect([...graph.keys()]).toEqual(["a", "b"]);
    expect(arrows(graph)).toEqual(["a → b (code)"]);
  });

  test("show whether only types are imported", () => {
    const graph = graphOf(module("a/1", "type b/1"), module("a/2", "type c/1", "c/2", "type c/3"));
    expect(arrows(graph)).toEqual(["a → b (types)", "a → c (code)"]);
  });

  test("omit an arrow that follows from others", () => {
    const graph = graphOf(module("a/1", "b/1", "c/1"), module("b/1", "c/1"), module("c/1"));
    expect(arrows(withoutShortcuts(graph))).toEqual(["a → b (code)", "b → c (code)"]);
  });

  test("keep an arrow if the only other path contains type imports", () => {
    const graph = graphOf(module("a/1", "type b/1", "c/1"), module("b/1", "c/1"), module("c/1"));
    expect(arrows(withoutShortcuts(graph))).toContain("a → c (code)");
  });

  test("are rejected if rooms import each other", () => {
    const graph = graphOf(module("a/1", "b/1"), module("b/1", "a/1"));
    expect(() => withoutShortcuts(graph)).toThrow("a → b → a");
  });

  test("are drawn in the same order, whatever the order of the modules", () => {
    const [one, two] = [module("a/1", "b/1"), module("b/1", "type c/1", "d/1")];
    expect(toDot(graphOf(one, two))).toBe(toDot(graphOf(two, one)));
  });
});
