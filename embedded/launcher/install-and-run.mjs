import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process, { env } from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The arguments that run the launcher without a loader, which would keep its memory for as long as Stagedoor runs
 * (decision 0044).
 */
const LAUNCHER = ["embedded/run-bundled.mjs", "embedded/launcher/main.ts"];
const PROGRAMS = {
  start: [...LAUNCHER, "start"],
  dev: [...LAUNCHER, "dev"],
  test: ["--import", "tsx", "scripts/run-suites.ts", "all"],
};
/**
 * Limits glibc's memory arenas, of which there are up to eight for each processor by default. Our programs do most of
 * their work on one thread (decision 0068). Systems without glibc ignore this variable.
 */
const MALLOC_ARENA_MAX = "2";
const SIGNALS_FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];
const FAILURE_LINES_SHOWN = 20;
const SHELL_CHECK_MS = 100;

/** The argument for a process that must exit when the other end of its standard input is closed. */
const END_WITH_PARENT = "--end-with-parent";

/**
 * Installs missing packages, then runs the program in the first argument with the other arguments until it exits. The
 * output is shared, signals are forwarded, and the program is stopped if this process ends for any reason.
 */
export async function installAndRun(args) {
  const program = PROGRAMS[args[0]];
  if (!program) {
    process.stderr.write("Usage: node embedded/bootstrap.mjs start | dev | test\n");
    process.exitCode = 1;
    return;
  }
  const rest = args.slice(1).filter((arg) => arg !== END_WITH_PARENT);
  process.exitCode =
    (await install(args[0])) || (await run([...program, ...rest], args.includes(END_WITH_PARENT)));
}

/**
 * Installs what the program needs. Only `start` goes without the packages for development, and keeps them where they are
 * installed. Resolves with 0 on success. If the installation fails, prints the reason and resolves with the exit code.
 */
async function install(program) {
  const includesDev = program !== "start";
  if (isInstalled(root, { includesDev })) return 0;
  process.stdout.write("Installing packages from the npm registry. This takes a minute or two…\n");
  // `npm ci` removes everything first, also from under a Stagedoor that is running in this folder.
  const onlyDevIsMissing = isInstalled(root, { includesDev: false });
  const command = onlyDevIsMissing ? ["install", "--no-save"] : ["ci"];
  const group = includesDev || hasDevPackages(root) ? "--include=dev" : "--omit=dev";
  let output = "";
  const child = spawn("npm", [...command, group, "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    // On Windows, npm is a script, which only a shell can start.
    shell: process.platform === "win32",
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const code = await outcomeOf(child);
  if (code !== 0) {
    const lines = output.trimEnd().split("\n").slice(-FAILURE_LINES_SHOWN).join("\n");
    process.stderr.write(
      `${lines}\nThe packages could not be installed. See the last lines of npm's output above. Check the network and the registry, then run the command again.\n`,
    );
  }
  return code;
}

function run(program, endsWithParent) {
  const child = spawn(
    process.execPath,
    [...program, END_WITH_PARENT],
    // In a separate process group, so that Ctrl-C reaches only this process, which forwards it once. The pipe stays open
    // but unused. It closes when this process ends, even by SIGKILL, and the program then exits too.
    {
      cwd: root,
      // biome-ignore lint/style/noProcessEnv: a setting of the C library, not of ours
      env: { ...env, MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX || MALLOC_ARENA_MAX },
      stdio: ["pipe", "inherit", "inherit"],
      detached: true,
    },
  );
  child.stdin.on("error", () => undefined);
  const ended = outcomeOf(child);
  if (!endsWithParent) return ended;
  process.stdin.on("close", () => child.stdin.end()).resume();
  return ended.finally(() => process.stdin.destroy());
}

/** Resolves with the exit code of the child; signals that arrive in the meantime are forwarded to it. */
function outcomeOf(child) {
  const forward = (signal) => child.kill(signal);
  for (const signal of SIGNALS_FORWARDED) process.on(signal, forward);
  const forgetShell = watchShellOfNpm(() => forward("SIGTERM"));
  return new Promise((resolve) => {
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once("exit", (code, signal) => {
      if (signal) process.stderr.write(`Stagedoor was terminated by ${signal}.\n`);
      resolve(code ?? 1);
    });
  }).finally(() => {
    for (const signal of SIGNALS_FORWARDED) process.off(signal, forward);
    forgetShell();
  });
}

/**
 * npm starts this process through a shell, and many shells exit on a signal without forwarding it. That can only be
 * detected by polling.
 */
function watchShellOfNpm(onGone) {
  // biome-ignore lint/style/noProcessEnv: what npm says of itself is no setting, and lib/env/read-settings.ts needs packages.
  if (env.npm_lifecycle_event === undefined) return () => undefined;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    onGone();
  }, SHELL_CHECK_MS);
  return () => clearInterval(timer);
}

/**
 * Returns true if node_modules contains exactly what package-lock.json requires on this machine. Without `includesDev`,
 * packages for development may be missing.
 */
export function isInstalled(root, { includesDev }) {
  const wanted = readPackages(join(root, "package-lock.json"));
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  return wanted !== null && installed !== null && isAsLocked(wanted, installed, { includesDev });
}

/** Returns true if a package is installed that only development needs. */
function hasDevPackages(root) {
  const installed = readPackages(join(root, "node_modules", ".package-lock.json")) ?? {};
  return Object.values(installed).some(({ dev }) => dev === true);
}

/**
 * Compares the `packages` tables of two lock files (version 3). Optional packages may be missing, because npm skips
 * packages for other platforms. Every installed package must have the required version, and no additional packages may be
 * installed.
 */
export function isAsLocked(wanted, installed, { includesDev }) {
  const mayBeMissing = ({ optional, dev, devOptional }) =>
    optional === true || (!includesDev && (dev === true || devOptional === true));
  const isAsWanted = ([path, entry]) =>
    path === "" ||
    (installed[path] ? installed[path].version === entry.version : mayBeMissing(entry));
  return (
    Object.entries(wanted).every(isAsWanted) &&
    Object.keys(installed).every((path) => Object.hasOwn(wanted, path))
  );
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? null;
  } catch {
    // The file is missing or truncated; either way, the installation has to be repeated.
    return null;
  }
}
