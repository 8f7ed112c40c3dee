import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { waitForDirectoryLock } from "@stagedoor/object-store/directory-lock";
import { PROGRAM_FILE } from "@/lib/processing/rules/program-protocol";
import { readFileIfExists, writeFileAtomically } from "../../small-files";
import { toolEnvironment } from "../environment";
import { runTool } from "../run-tool";

/** Generates the database client if the schema or the packages have changed since the last time. */
export function ensureClientGenerated(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: `${CACHE_DIRECTORY}/prisma-client.sha256`,
    proof: "lib/adapters/postgres/core/generated",
    hash: () => hashFiles(checkout.root, ["package-lock.json", "prisma/schema.prisma"]),
    failure: "Could not generate the database client from prisma/schema.prisma",
    args: ["node_modules/prisma/build/index.js", "generate"],
  });
}

/** Generates the route types, which the type check needs, if files below `app` have been added or removed. */
export function ensureRouteTypesGenerated(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: `${CACHE_DIRECTORY}/route-types.sha256`,
    proof: ".next/types/routes.d.ts",
    hash: () => hashNames(checkout.root, "app", ["package-lock.json", "next.config.mjs"]),
    failure: "Could not generate the types of the routes",
    args: ["node_modules/next/dist/bin/next", "typegen"],
  });
}

/**
 * Builds the application and the program that it starts if a source has changed since the last complete build. Resolves
 * with whether a build was needed.
 */
export async function ensureBuilt(checkout: Checkout): Promise<boolean> {
  const isBundled = await ensureProcessorBundled(checkout);
  const isBuilt = await ensureUpToDate(checkout, {
    stamp: ".next/stagedoor-sources.sha256",
    proof: ".next/BUILD_ID",
    hash: () => hashSources(checkout.root),
    failure: "Could not build the application",
    args: ["node_modules/next/dist/bin/next", "build"],
  });
  return isBundled || isBuilt;
}

/** Bundles the program that reads untrusted files, if a source has changed since the last build. */
export function ensureProcessorBundled(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: `${CACHE_DIRECTORY}/processor.sha256`,
    proof: PROGRAM_FILE,
    hash: () => hashProgram(checkout.root),
    failure: "Could not bundle the file-reading program",
    args: ["embedded/launcher/build/bundle-processor.mjs", PROGRAM_FILE],
  });
}

/** A checkout, and how tools run in it. */
export interface Checkout {
  readonly root: string;
  readonly signal: AbortSignal;
  /** Called once when actual work begins. */
  readonly onWork: () => void;
}

/** Deleted together with the packages, so that everything is rebuilt after an installation. */
const CACHE_DIRECTORY = "node_modules/.cache/stagedoor";

const TOOL_TIMEOUT_MS = 10 * 60_000;

/** Work whose result is kept until its sources change. */
export interface BuildStep {
  /**
   * The file that holds the hash of the sources of the last complete run. Written last, so that an interrupted run is
   * repeated.
   */
  readonly stamp: string;
  /** A file that is part of the result. If it is missing, the stamp does not count. */
  readonly proof: string;
  readonly hash: () => Promise<string>;
  readonly failure: string;
  readonly args: readonly string[];
}

/**
 * Does the work if its result is missing or was made from different sources. Resolves with whether it did the work.
 * Interrupted work is repeated. If several launchers in one checkout need the work, one does it and the others wait.
 * @throws StartError with the tool's output if it fails
 */
export async function ensureUpToDate(
  { root, signal, onWork }: Checkout,
  step: BuildStep,
): Promise<boolean> {
  const stamp = join(root, step.stamp);
  const isMade = async () =>
    existsSync(join(root, step.proof)) && readFileIfExists(stamp) === (await step.hash());
  if (await isMade()) return false;
  mkdirSync(join(root, CACHE_DIRECTORY), { recursive: true });
  // Two launchers in one checkout (with two data folders) must not write the same output at the same time.
  const lock = await waitForDirectoryLock(
    join(root, CACHE_DIRECTORY, "build.lock"),
    () => true,
    signal,
  );
  try {
    // Another launcher in this checkout may have done the work in the meantime.
    if (await isMade()) return false;
    onWork();
    const hash = await step.hash();
    rmSync(stamp, { force: true });
    const { failure, args } = step;
    const environment = toolEnvironment("start");
    await runTool({ failure, args, environment, root, timeoutMs: TOOL_TIMEOUT_MS, signal });
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileAtomically(stamp, hash, 0o644);
    return true;
  } finally {
    await lock.release();
  }
}

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
const DIRECTORIES = ["app", "components", "lib", "inngest", "processor"];

/**
 * Folders with files that the build's own tools generate, and with files only for tests. Nothing in the build imports
 * files for tests (`npm run check` forbids it).
 */
const DIRECTORIES_LEFT_OUT = ["generated", "testing"];
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
  const below = await Promise.all(DIRECTORIES.map((directory) => filesBelow(root, directory)));
  return [...FILES, ...below.flat().sort()];
}

/** The sources of the program that reads untrusted files: its own folder, the rules, and the bundling script. */
const PROGRAM_DIRECTORIES = [
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
async function hashProgram(root: string): Promise<string> {
  const below = await Promise.all(
    PROGRAM_DIRECTORIES.map((directory) => filesBelow(root, directory)),
  );
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
  directory: string,
  files: readonly string[],
): Promise<string> {
  const names = (await filesBelow(root, directory)).sort().join("\0");
  return createHash("sha256")
    .update(`${names}\0${await hashFiles(root, files)}`)
    .digest("hex");
}

async function filesBelow(root: string, directory: string): Promise<string[]> {
  const entries = await readdir(join(root, directory), { withFileTypes: true }).catch(() => []);
  const paths = await Promise.all(
    entries.map((entry) => {
      const path = `${directory}/${entry.name}`;
      if (!entry.isDirectory()) return FILES_LEFT_OUT.test(entry.name) ? [] : [path];
      return DIRECTORIES_LEFT_OUT.includes(entry.name) ? [] : filesBelow(root, path);
    }),
  );
  return paths.flat();
}

const readIfThere = (file: string) => readFile(file).catch(() => null);
