import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toolEnvironment } from "./environment";
import { isAsLocked, isInstalled } from "./install-and-run.mjs";

const embedded = fileURLToPath(new URL("..", import.meta.url));
const FILES = ["bootstrap.mjs", "launcher/install-and-run.mjs"];
const FAKE_NPM = '#!/bin/sh\necho "called with $*"\necho "npm error network down" >&2\nexit 7\n';
const TSX_HOOK =
  "export const load = (url, context, next) => next(url, url.endsWith('.ts') ? {...context, format: 'module'} : context);";
const FAKE_TSX = `import { register } from "node:module"; register("data:text/javascript," + ${JSON.stringify(encodeURIComponent(TSX_HOOK))});`;
const FAKE_RUNNER = `import "tsx";
const [, , file] = process.argv;
process.argv.splice(1, 2, file);
await import(new URL("../" + file, import.meta.url).href);`;
/** Prints what happens to it, and exits with a distinctive code. */
const FAKE_LAUNCHER = `
const say = (line) => process.stdout.write(line + "\\n");
let signals = 0;
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {
  signals += 1;
  say(signal);
  setTimeout(() => process.exit(10 + signals), 200);
});
process.stdin.on("close", () => { say("pipe closed"); process.exit(3); }).resume();
say("running " + process.argv.slice(2).join(" "));
if (process.env.SAY_ARENAS) { say("arenas " + process.env.MALLOC_ARENA_MAX); process.exit(0); }
`;

let clone: string;

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), "stagedoor-clone-"));
  await write("bin/npm", FAKE_NPM, 0o755);
  await write("package-lock.json", '{"packages": {}}');
  await write("embedded/launcher/main.ts", FAKE_LAUNCHER);
  await write("embedded/run-bundled.mjs", FAKE_RUNNER);
  for (const file of FILES) await cp(join(embedded, file), join(clone, "embedded", file));
});

afterAll(() => rm(clone, { recursive: true }));

async function write(path: string, content: string, mode = 0o644) {
  await mkdir(dirname(join(clone, path)), { recursive: true });
  await writeFile(join(clone, path), content, { mode });
}

function start(command: string, args: readonly string[], extra: Record<string, string> = {}) {
  const path = [join(clone, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  // The tests may themselves have been started by the bootstrap.
  const { npm_lifecycle_event: _, MALLOC_ARENA_MAX: __, ...environment } = toolEnvironment("start");
  return spawn(command, args, {
    cwd: clone,
    env: { ...environment, NODE_ENV: "production", PATH: path, ...extra },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function outcomeOf(child: ReturnType<typeof start>) {
  const exited = child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await exited;
  return { code: child.exitCode, stdout, stderr };
}

const runBootstrap = (...args: string[]) => outcomeOf(start(process.execPath, args));

describe("the bootstrap on a fresh clone", () => {
  test.each(["18.20.4", "20.18.3"])("rejects Node %s with one sentence", async (version) => {
    const pretend = `Object.defineProperty(process, "versions", {value: {node: "${version}"}})`;
    const preload = `data:text/javascript,${pretend}`;

    expect(await runBootstrap("--import", preload, "embedded/bootstrap.mjs", "start")).toEqual({
      code: 1,
      stdout: "",
      stderr: `Stagedoor needs Node 20.19 or newer; this is Node ${version}. Install a newer one (https://nodejs.org) and run the command again.\n`,
    });
  });

  test.each([
    ["start", "--omit=dev"],
    ["dev", "--include=dev"],
    ["test", "--include=dev"],
  ])("with the command %s, shows why the installation failed", async (mode, group) => {
    const { code, stdout, stderr } = await runBootstrap("embedded/bootstrap.mjs", mode);

    expect(stdout).toBe("Installing packages from the npm registry. This takes a minute or two…\n");
    expect(stderr).toContain(`called with ci ${group}`);
    expect(stderr).toMatch(/npm error network down\nThe packages could not be installed\./);
    expect(code).toBe(7);
  });

  test("rejects an unknown command", async () => {
    expect(await runBootstrap("embedded/bootstrap.mjs", "stop")).toEqual({
      code: 1,
      stdout: "",
      stderr: "Usage: node embedded/bootstrap.mjs start | dev | test\n",
    });
  });
});

describe("the bootstrap with the packages of `npm start`", () => {
  beforeAll(async () => {
    await write(
      "package-lock.json",
      '{"packages": {"node_modules/vitest": {"version": "4.1.12", "dev": true}}}',
    );
    await write("node_modules/.package-lock.json", '{"packages": {}}');
  });

  afterAll(() => write("package-lock.json", '{"packages": {}}'));

  test("adds the packages for development for `npm test`, and removes nothing", async () => {
    const { stderr } = await runBootstrap("embedded/bootstrap.mjs", "test");

    expect(stderr).toContain("called with install --no-save --include=dev");
  });
});

describe("the bootstrap after an update", () => {
  const VITEST = { "node_modules/vitest": { version: "4.1.11", dev: true } };

  beforeAll(async () => {
    const wanted = { "node_modules/vitest": { version: "4.1.12", dev: true } };
    await write("package-lock.json", JSON.stringify({ packages: wanted }));
    await write("node_modules/.package-lock.json", JSON.stringify({ packages: VITEST }));
  });

  afterAll(() => write("package-lock.json", '{"packages": {}}'));

  test("keeps the packages for development, even for `npm start`", async () => {
    const { stderr } = await runBootstrap("embedded/bootstrap.mjs", "start");

    expect(stderr).toContain("called with ci --include=dev");
  });
});

describe("the bootstrap with everything installed", () => {
  beforeAll(async () => {
    await write("node_modules/.package-lock.json", '{"packages": {}}');
    await write("node_modules/tsx/package.json", '{"type": "module", "exports": "./index.js"}');
    await write("node_modules/tsx/index.js", FAKE_TSX);
  });

  const isRunning = (child: ChildProcess & { stdout: NodeJS.ReadableStream }) =>
    once(child.stdout, "data").then(String);

  test.each(["SIGINT", "SIGTERM"] as const)(
    "forwards %s once, and returns the exit code",
    async (signal) => {
      const child = start(process.execPath, ["embedded/bootstrap.mjs", "dev"]);
      expect(await isRunning(child)).toBe("running dev --end-with-parent\n");
      child.kill(signal);

      expect(await outcomeOf(child)).toEqual({ code: 11, stdout: `${signal}\n`, stderr: "" });
    },
  );

  test.each([
    ["without MALLOC_ARENA_MAX", {}, "2"],
    ["with an empty MALLOC_ARENA_MAX", { MALLOC_ARENA_MAX: "" }, "2"],
    ["with MALLOC_ARENA_MAX=8", { MALLOC_ARENA_MAX: "8" }, "8"],
  ])("%s, starts the launcher with the right number", async (_, environment, expected) => {
    const extra = { SAY_ARENAS: "yes", ...environment };
    const child = start(process.execPath, ["embedded/bootstrap.mjs", "start"], extra);

    expect((await outcomeOf(child)).stdout).toContain(`arenas ${expected}\n`);
  });

  test("stops the launcher when it is killed", async () => {
    const child = start(process.execPath, ["embedded/bootstrap.mjs", "start"]);
    await isRunning(child);
    child.kill("SIGKILL");

    expect((await outcomeOf(child)).stdout).toBe("pipe closed\n");
  });

  test("stops when npm's shell has exited without forwarding a signal", async () => {
    const child = start("sh", ["-c", '"$0" embedded/bootstrap.mjs start; :', process.execPath], {
      npm_lifecycle_event: "start",
    });
    await isRunning(child);
    child.kill("SIGTERM");

    expect((await outcomeOf(child)).stdout).toBe("SIGTERM\n");
  });
});

const wanted = {
  "": { version: "0.1.0" },
  "node_modules/zod": { version: "4.6.7" },
  "node_modules/@next/swc-darwin-arm64": { version: "16.4.5", optional: true },
  "node_modules/vitest": { version: "4.1.12", dev: true },
};

describe("the comparison of installed packages with the lock file", () => {
  const PRODUCTION = { "node_modules/zod": { version: "4.6.7" } };
  const ALL = { ...PRODUCTION, "node_modules/vitest": { version: "4.1.12" } };

  test.each([
    ["everything is there", ALL, { forStart: true, forTests: true }],
    ["only packages for development are missing", PRODUCTION, { forStart: true, forTests: false }],
    ["a package is missing", {}, { forStart: false, forTests: false }],
    [
      "a package has another version",
      { ...ALL, "node_modules/zod": { version: "4.6.6" } },
      { forStart: false, forTests: false },
    ],
    [
      "a package for development has another version",
      { ...ALL, "node_modules/vitest": { version: "4.1.11" } },
      { forStart: false, forTests: false },
    ],
    [
      "an optional package has another version",
      { ...ALL, "node_modules/@next/swc-darwin-arm64": { version: "16.4.4" } },
      { forStart: false, forTests: false },
    ],
    [
      "a package is there that nobody wants any more",
      { ...ALL, "node_modules/left": { version: "1.0.0" } },
      { forStart: false, forTests: false },
    ],
  ])("%s", (_situation, installed, { forStart, forTests }) => {
    expect(isAsLocked(wanted, installed, { includesDev: false })).toBe(forStart);
    expect(isAsLocked(wanted, installed, { includesDev: true })).toBe(forTests);
  });

  test("treats a fresh clone and an interrupted installation as not installed", async () => {
    const root = await mkdtemp(join(tmpdir(), "stagedoor-lock-"));
    await writeFile(join(root, "package-lock.json"), JSON.stringify({ packages: wanted }));
    expect(isInstalled(root, { includesDev: false })).toBe(false);

    await mkdir(join(root, "node_modules"));
    await writeFile(join(root, "node_modules", ".package-lock.json"), '{"packages": {"node_mod');
    expect(isInstalled(root, { includesDev: false })).toBe(false);
    await rm(root, { recursive: true });
  });
});
