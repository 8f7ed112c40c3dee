import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { nobodyHomeOf } from "@/embedded/postgres/launch-plan";
import { reservePorts } from "@/testing/reserve-ports";
import { temporaryRoot } from "@/testing/temporary-root";

/** The options for starting a product. By default, a product gets a new folder and free ports. */
export interface ProductOptions {
  /** The data folder, which is kept when the product stops. If absent, a temporary folder is used and then removed. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The place where a test runs its product: reserved ports, and its data folder. */
export interface ProductPlace {
  readonly url: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Removes the data folder if it is temporary, and the files outside it that belong to it. */
  dispose(): Promise<void>;
}

/** A running product, started as by `npm start`. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly apiKey: string;
  /**
   * The user who signs in with the first password. In a reused data folder, that password works only until somebody
   * changes it.
   */
  readonly administrator: { readonly email: string; readonly password: string };
  /** The process id of `npm start` itself. */
  readonly bootstrapPid: number;
  readonly launcherPid: number;
  /** Returns everything that has been printed so far, including standard error. */
  output(): string;
  /** Resolves with the exit code when the `npm start` process has exited, for whatever reason. */
  readonly exited: Promise<number>;
  /** Stops the product with SIGTERM and resolves with its exit code. Idempotent. */
  stop(): Promise<number>;
  /** Resolves with the current process id of a child. */
  childPid(name: ChildName): Promise<number>;
}

export type ChildName = "postgres" | "object-store" | "inngest" | "receiver" | "next";

const root = fileURLToPath(new URL("..", import.meta.url));
const START_TIMEOUT_MS = 10 * 60_000;
const STOP_TIMEOUT_MS = 60_000;
/** Matches the ready block from its first line to its last line. */
const READY_BLOCK = /Stagedoor is ready.*Ctrl-C/s;
const DEFAULT_ADMINISTRATOR = "admin@stagedoor.local";
const SETTINGS =
  /^(INNGEST_.*|LOG_LEVEL|NEXTAUTH_.*|S3_.*|STAGEDOOR_.*|UPLOAD_.*|FILE_.*|WEBHOOK_.*|METRICS_.*|OIDC_.*|PROCESS.*|REQUIRE_.*)$/;
const SETTINGS_ALWAYS_CLEARED = [
  "DATABASE_POOL_MAX",
  "DATABASE_URL",
  "HOST",
  "INNGEST_BASE_URL",
  "INNGEST_DEV",
  "INNGEST_EVENT_KEY",
  "INNGEST_SIGNING_KEY",
  "PUBLIC_URL",
  "S3_ENDPOINT",
  "STAGEDOOR_API_KEY",
];

/** Starts the product as `npm start` does and resolves when it is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const place = await chooseProductPlace(options);
  const run = runBootstrap(place);
  const hasLine = await Promise.race([
    run.untilPrinted(READY_BLOCK).then(() => true),
    run.exited.then(() => false),
    sleep(START_TIMEOUT_MS, false, { ref: false }),
  ]);
  if (!hasLine) {
    await run.stop();
    await place.dispose();
    throw new Error(`The product did not become ready:\n${run.output()}`);
  }
  return {
    url: place.url,
    dataDir: place.dataDir,
    apiKey: place.env.STAGEDOOR_API_KEY || (await readFirst(place, "first-api-key")),
    administrator: {
      email: place.env.STAGEDOOR_ADMIN_EMAIL || DEFAULT_ADMINISTRATOR,
      password:
        place.env.STAGEDOOR_ADMIN_PASSWORD || (await readFirst(place, "first-admin-password")),
    },
    bootstrapPid: run.pid,
    launcherPid: await readPid(place.dataDir, "launcher"),
    output: run.output,
    exited: run.exited,
    stop: async () => {
      const code = await run.stop();
      await place.dispose();
      return code;
    },
    childPid: (name) => readPid(place.dataDir, name),
  };
}

/** Starts a product that is expected to fail at startup, and resolves when it has exited. */
export async function runRefusedStart(
  options: ProductOptions,
): Promise<{ code: number; output: string }> {
  const place = await chooseProductPlace(options);
  const run = runBootstrap(place);
  const printed = await Promise.race([
    run.untilPrinted(READY_BLOCK).then(() => true),
    run.exited.then(() => false),
  ]);
  const code = printed ? await run.stop() : await run.exited;
  await place.dispose();
  return { code, output: run.output() };
}

/** Chooses reserved ports and a data folder. The settings of the person who runs the tests do not reach the product. */
export async function chooseProductPlace(options: ProductOptions): Promise<ProductPlace> {
  const [port, objectStorePort, executorPort, receiverPort] = await reservePorts(4);
  const dataDir = options.dataDir ?? (await mkdtemp(join(temporaryRoot(), "stagedoor-product-")));
  const cleared = Object.keys(process.env).filter((name) => SETTINGS.test(name));
  const env: Record<string, string | undefined> = {
    ...process.env,
    // These settings are empty rather than absent, so that a `.env` file in the checkout does not set them.
    ...Object.fromEntries([...cleared, ...SETTINGS_ALWAYS_CLEARED].map((name) => [name, ""])),
    PORT: String(port),
    OBJECT_STORE_PORT: String(objectStorePort),
    EXECUTOR_PORT: String(executorPort),
    RECEIVER_PORT: String(receiverPort),
    STAGEDOOR_DATA_DIR: dataDir,
    // By default, documents keep the status that a suite gives them; suites about processing override this setting.
    PROCESSOR: "none",
    ...options.env,
  };
  return {
    url: env.PUBLIC_URL || `http://127.0.0.1:${env.PORT}`,
    dataDir,
    env,
    dispose: async () => {
      if (!options.dataDir) await removeDataDir(dataDir);
    },
  };
}

/** Removes a data folder and its database, which may be outside the folder if root started the product. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await rm(nobodyHomeOf(join(dataDir, "postgres")), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

interface BootstrapRun {
  readonly pid: number;
  output(): string;
  untilPrinted(pattern: RegExp): Promise<void>;
  readonly exited: Promise<number>;
  stop(): Promise<number>;
}

function runBootstrap(place: ProductPlace): BootstrapRun {
  const child = spawn(process.execPath, ["embedded/bootstrap.mjs", "start", "--end-with-parent"], {
    cwd: root,
    env: { ...place.env } as NodeJS.ProcessEnv,
    // The pipe stays open. When the tests are killed, it closes, and the product stops, too.
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  const exited = once(child, "close").then(() => child.exitCode ?? 1);
  return {
    pid: child.pid ?? 0,
    exited,
    output: () => output,
    untilPrinted: async (pattern) => {
      while (!pattern.test(output)) await once(child.stdout, "data");
    },
    stop: () => stopBootstrap(child, exited),
  };
}

async function stopBootstrap(child: ChildProcess, exited: Promise<number>): Promise<number> {
  child.kill("SIGTERM");
  const late = sleep(STOP_TIMEOUT_MS, null, { ref: false });
  const code = await Promise.race([exited, late]);
  if (code !== null) return code;
  child.kill("SIGKILL");
  throw new Error(`The product did not stop within ${STOP_TIMEOUT_MS / 1000} s.`);
}

async function readPid(dataDir: string, name: ChildName | "launcher"): Promise<number> {
  const pids: Record<string, number> = JSON.parse(
    await readFile(join(dataDir, "children.json"), "utf8"),
  );
  const pid = pids[name];
  if (!pid) throw new Error(`There is no child process ${name}.`);
  return pid;
}

/** Reads what Stagedoor generated and saved when it first started. */
async function readFirst({ dataDir }: ProductPlace, file: string): Promise<string> {
  return (await readFile(join(dataDir, file), "utf8")).trim();
}
