import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const FILES = [
  // Its version is in the build.
  "package.json",
  "package-lock.json",
  "next.config.mjs",
  "tsconfig.json",
  "postcss.config.mjs",
  "instrumentation.ts",
  "prisma/schema.prisma",
];
const FOLDERS = ["app", "components", "lib", "inngest", "processor"];

/** Made by the build's own tools, or for tests: nothing that is built imports the latter (`npm run check` forbids it). */
const FOLDERS_LEFT_OUT = ["generated", "testing"];
const FILES_LEFT_OUT = /\.(test|spec|check|fixture|contract)\.[a-z]+$/;

/**
 * SHA-256 over everything a build depends on: names and contents of configuration and sources, without what only tests use
 * and without what is generated from them. Files that do not exist count as absent.
 */
export async function hashSources(root: string): Promise<string> {
  return hashFiles(root, await listSources(root));
}

/** The paths of these files below the root, in a fixed order. */
export async function listSources(root: string): Promise<string[]> {
  const below = await Promise.all(FOLDERS.map((folder) => filesBelow(root, folder)));
  return [...FILES, ...below.flat().sort()];
}

/** What the program that reads strangers' files is bundled from: its own room, rules, and the bundling itself. */
const PROGRAM_FOLDERS = [
  "processor",
  "lib/kernel/rules",
  "lib/documents/rules",
  "lib/processing/rules",
];
const PROGRAM_FILES = [
  "package-lock.json",
  "tsconfig.json",
  "embedded/launcher/build/bundle-processor.mjs",
];

/** SHA-256 over all that the program which reads strangers' files is bundled from. */
export async function hashProgram(root: string): Promise<string> {
  const below = await Promise.all(PROGRAM_FOLDERS.map((folder) => filesBelow(root, folder)));
  return hashFiles(root, [...PROGRAM_FILES, ...below.flat().sort()]);
}

/** SHA-256 over the names and contents of the given files, in the given order. */
export async function hashFiles(root: string, paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  const contents = await Promise.all(paths.map((path) => readIfThere(join(root, path))));
  for (const [index, path] of paths.entries()) {
    const content = contents[index];
    // The length keeps the end of one file and the start of the next apart.
    hash.update(`${path}\0${content ? content.length : "absent"}\0`);
    if (content) hash.update(content);
  }
  return hash.digest("hex");
}

/** SHA-256 over the names of all sources below a folder, and over the contents of the given files. */
export async function hashNames(
  root: string,
  folder: string,
  files: readonly string[],
): Promise<string> {
  const names = (await filesBelow(root, folder)).sort().join("\0");
  return createHash("sha256")
    .update(`${names}\0${await hashFiles(root, files)}`)
    .digest("hex");
}

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const paths = await Promise.all(
    entries.map((entry) => {
      const path = `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return FILES_LEFT_OUT.test(entry.name) ? [] : [path];
      return FOLDERS_LEFT_OUT.includes(entry.name) ? [] : filesBelow(root, path);
    }),
  );
  return paths.flat();
}

const readIfThere = (file: string) => readFile(file).catch(() => null);
