import { spawn } from "node:child_process";
import process, { env } from "node:process";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./installed-packages.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A loader would keep its memory for as long as Stagedoor runs (decision 0044). */
const LAUNCHER = ["embedded/run-bundled.mjs", "embedded/launcher/main.ts"];
const PROGRAMS = {
  start: [...LAUNCHER, "start"],
  dev: [...LAUNCHER, "dev"],
  test: ["--import", "tsx", "scripts/run-suites.ts", "all"],
};
const SIGNALS_FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];
const FAILURE_LINES_SHOWN = 20;
const SHELL_CHECK_MS = 100;

/** Argument of a process that must end when the process at the other end of its standard input is gone. */
const END_WITH_PARENT = "--end-with-parent";

/**
 * Installs what is missing, then runs the program that the first argument names with the other ones, until it ends: output is shared, signals
 * are passed on, and the program ends when this process is gone for whatever reason.
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
    (await install()) || (await run([...program, ...rest], args.includes(END_WITH_PARENT)));
}

/** Resolves with 0, or with the exit code after the reason was printed. */
async function install() {
  if (isInstalled(root)) return 0;
  process.stdout.write("Installing packages from the npm registry: this takes a minute or two …\n");
  let output = "";
  const child = spawn("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    // npm is a script on Windows, which only a shell can start.
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
      `${lines}\nInstalling the packages failed. See the last lines of npm's output above. Check the network and the registry, then run the command again.\n`,
    );
  }
  return code;
}

function run(program, endsWithParent) {
  const child = spawn(
    process.execPath,
    [...program, END_WITH_PARENT],
    // Its own process group: Ctrl-C reaches this process only, which passes it on once. The pipe stays open and unused:
    // its end tells the program that this process is gone, a SIGKILL included.
    { cwd: root, stdio: ["pipe", "inherit", "inherit"], detached: true },
  );
  child.stdin.on("error", () => undefined);
  const ended = outcomeOf(child);
  if (!endsWithParent) return ended;
  process.stdin.on("close", () => child.stdin.end()).resume();
  return ended.finally(() => process.stdin.destroy());
}

/** Resolves with the exit code of the child; signals that arrive meanwhile are passed on to it. */
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
      if (signal) process.stderr.write(`Stagedoor was ended by ${signal}.\n`);
      resolve(code ?? 1);
    });
  }).finally(() => {
    for (const signal of SIGNALS_FORWARDED) process.off(signal, forward);
    forgetShell();
  });
}

/**
 * npm starts this process through a shell, and many shells end at a signal without passing it on. That the shell is gone can be
 * seen only by looking.
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
