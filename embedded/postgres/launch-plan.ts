import { type ChildProcess, type StdioOptions, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { findNativeBinaries, type NativeBinaries } from "./native-binaries";

/** User and group id of "nobody"; PostgreSQL refuses to run as root. */
const NOBODY_ID = 65_534;

/** All that PostgreSQL gets to see; NODE_ENV is there because Next's types demand it of every environment. */
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

/** SIGINT is PostgreSQL's fast shutdown: no server outlives a launcher that was killed. */
const END_WITH_PARENT = ["setpriv", "--pdeathsig", "INT", "--"] as const;

/** How PostgreSQL's programs are run on this machine, and where its data lives. */
export type LaunchPlan = {
  readonly binDir: string;
  /** Absolute; not the wished folder when PostgreSQL must run as another user. */
  readonly dataDir: string;
  /** Programs that wrap each call and replace themselves by it, so that pids stay true. */
  readonly prefix: readonly string[];
  /** Null means the user of this process. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
};

/**
 * Decides between three ways: a normal user runs PostgreSQL directly, root runs it in a user
 * namespace (files stay root's), and root without user namespaces as nobody below /var/lib.
 */
export function planLaunch(wishedDataDir: string, allowUserNamespaces: boolean): LaunchPlan {
  const binaries = findNativeBinaries();
  const dataDir = resolve(wishedDataDir);
  const binDir = join(binaries.nativeDir, "bin");
  const prefix = canRun([...END_WITH_PARENT, "true"]) ? END_WITH_PARENT : [];
  if (process.getuid?.() !== 0) {
    return { binDir, dataDir, prefix, account: null };
  }
  const nobodyHome = nobodyHomeOf(dataDir);
  const isAlreadyNobodys = isCluster(join(nobodyHome, "data"));
  if (allowUserNamespaces && !isAlreadyNobodys && canRun([...USER_NAMESPACE, "true"])) {
    return { binDir, dataDir, prefix: [...USER_NAMESPACE, ...prefix], account: null };
  }
  if (isCluster(dataDir)) {
    throw new Error(
      `The database in ${dataDir} was made where root may create user namespaces, which is forbidden ` +
        `here: allow them, or copy the folder to ${nobodyHome}/data and give it to user ${NOBODY_ID}.`,
    );
  }
  return planAsNobody(nobodyHome, binaries, prefix);
}

/** The folder that holds programs and data where PostgreSQL must run as nobody. */
export function nobodyHomeOf(dataDir: string): string {
  const hash = createHash("sha256").update(resolve(dataDir)).digest("hex").slice(0, 12);
  return join("/var/lib", `embedded-pg-${hash}`);
}

/** True for a folder that holds a whole database cluster; a half one is never at its final place. */
export function isCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, "PG_VERSION"));
}

/** Starts one of PostgreSQL's programs as the plan says; its pid is the program's own. */
export function spawnInPlan(
  plan: LaunchPlan,
  program: "initdb" | "postgres",
  args: readonly string[],
  stdio: StdioOptions,
): ChildProcess {
  const [command = "", ...rest] = [...plan.prefix, join(plan.binDir, program), ...args];
  // The root folder, because nobody may not be allowed to enter the folder we were started in.
  return spawn(command, rest, { ...plan.account, env: ENVIRONMENT, cwd: "/", stdio });
}

/** The checkout may lie below a folder that only root can enter (/root): nobody gets a copy. */
function planAsNobody(
  home: string,
  { nativeDir, packageVersion }: NativeBinaries,
  prefix: readonly string[],
): LaunchPlan {
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
    dataDir: join(home, "data"),
    prefix,
    account: { uid: NOBODY_ID, gid: NOBODY_ID },
  };
}

function canRun([command = "", ...args]: readonly string[]): boolean {
  return spawnSync(command, args, { env: ENVIRONMENT, stdio: "ignore" }).status === 0;
}
