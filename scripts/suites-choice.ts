import { readdir } from "node:fs/promises";
import { ALL_SUITES, CHECK_SUITES, fileSuites, type Suite } from "./suites-list";
import { root } from "./suites-process";

const TEST_FILE = /\.(test\.tsx?|spec\.ts)$/;
const OUTSIDE = /^(node_modules|\.)/;

/**
 * Returns the suites that the arguments name: `check` or `all`, followed by a suite's name or by part of the paths of
 * test files.
 * @throws Error that lists the known names if a name is unknown
 */
export async function chooseSuites([group, ...names]: readonly string[]): Promise<
  readonly Suite[]
> {
  const suites = group === "all" ? ALL_SUITES : CHECK_SUITES;
  if (names.length === 0) return suites;
  const chosen = suites.filter(({ name }) => names.includes(name));
  const others = names.filter((name) => !suites.some((suite) => suite.name === name));
  const files = others.length > 0 ? await listTestFiles() : [];
  const found = others.map((part) => files.filter((file) => file.includes(part)));
  const unknown = others.filter((_, index) => found[index]?.length === 0);
  if (unknown.length > 0) {
    const known = suites.map(({ name }) => name).join(", ");
    throw new Error(
      `There is no suite or test file called ${unknown.join(" or ")}. The suites are ${known}.`,
    );
  }
  return [...chosen, ...fileSuites([...new Set(found.flat())])];
}

/** Lists the test files as paths relative to the checkout, with slashes. */
async function listTestFiles(): Promise<string[]> {
  const rooms = await readdir(root, { withFileTypes: true });
  const lists = rooms
    .filter((room) => room.isDirectory() && !OUTSIDE.test(room.name))
    .map(async ({ name }) => {
      const entries = await readdir(`${root}${name}`, { recursive: true });
      return entries.map((entry) => `${name}/${entry.replaceAll("\\", "/")}`);
    });
  return (await Promise.all(lists)).flat().filter((file) => TEST_FILE.test(file));
}
