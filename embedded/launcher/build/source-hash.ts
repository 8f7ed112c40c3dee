import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const FILES = [
  // The build contains the version in this file.
  "package.json",
  "package-lock.json",
  "next.config.mjs",
  "tsconfig.json",
  "postcss.config.mjs",
  "instrumentation.ts",
  "prisma/schema.prisma",
];
const FOLDERS = ["app", "components", "lib", "inngest", "processor"];

/**
 * Folders with files that the build's own tools generate, and with files only for tests. Nothing in the build imports
 * files for tests (`npm run check` forbids it).
 */
const FOLDERS_LEFT_OUT = ["generated", "testing"];
const FILES_LEFT_OUT = /\.(test|spec|check|fixture|contract)\.[a-z]+$/;

/**
 * Hashes everything a build depends on with SHA-256: names and contents of configuration and sources, except for sources
 * that are only for tests or are generated from other sources. Missing files count as absent.
 */
export async function hashSources(root: string): Promise<string> {
  return hashFiles(root, await listSources(root));
}

/** Returns the paths of the sources below the root, in a fixed order. */
export async function listSources(root: string): Promise<string[]> {
  const below = await Promise.all(FOLDERS.map((folder) => filesBelow(root, folder)));
  return [...FILES, ...below.flat().sort()];
}

/** The sources of the program that reads untrusted files: its own folder, the rules, and the bundling script. */
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

/** Hashes all sources of the program that reads untrusted files with SHA-256. */
export async function hashProgram(root: string): Promise<string> {
  const below = await Promise.all(PROGRAM_FOLDERS.map((folder) => filesBelow(root, folder)));
  return hashFiles(root, [...PROGRAM_FILES, ...below.flat().sort()]);
}

/** Hashes the names and contents of the given files with SHA-256, in the given order. */
export async function hashFiles(root: string, paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  const contents = await Promise.all(paths.map((path) => readIfThere(join(root, path))));
  for (const [index, path] of paths.entries()) {
    const content = contents[index];
    // The length separates the end of one file from the start of the next.
    hash.update(`${path}\0${content ? content.length : "absent"}\0`);
    if (content) hash.update(content);
  }
  return hash.digest("hex");
}

/** Hashes the names of all sources below a folder, and the contents of the given files, with SHA-256. */
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
