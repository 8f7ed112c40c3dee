import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isCluster } from "./cluster-location";
import { type LaunchPlan, spawnInPlan } from "./launch-plan";

/** Inside the data folder, so that a single rename makes the cluster and its password appear together. */
const PASSWORD_FILE = "superuser-password";

const INITDB_TIMEOUT_MS = 120_000;

/**
 * Creates the plan's database cluster if it does not exist, and returns the superuser's password. If the process is
 * killed at any time, the next call starts over: only a complete cluster is renamed to its final location.
 */
export async function ensureCluster(plan: LaunchPlan, isDurable: boolean): Promise<string> {
  const passwordFile = join(plan.dataDir, PASSWORD_FILE);
  if (!isCluster(plan.dataDir)) {
    await mkdir(dirname(plan.dataDir), { recursive: true });
    await removeUnfinishedAttempts(plan.dataDir);
    await createCluster(plan, isDurable);
  }
  try {
    return await readFile(passwordFile, "utf8");
  } catch (cause) {
    throw new Error(
      `${passwordFile} cannot be read. Restore it, or move the folder away to start again without data.`,
      {
        cause,
      },
    );
  }
}

async function removeUnfinishedAttempts(dataDir: string): Promise<void> {
  const parent = dirname(dataDir);
  const attempts = (await readdir(parent)).filter((name) =>
    name.startsWith(attemptPrefix(dataDir)),
  );
  for (const name of attempts) {
    // An initdb whose launcher was killed may still be writing there before it exits.
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 20 });
  }
}

async function createCluster(plan: LaunchPlan, isDurable: boolean): Promise<void> {
  await removeEmptyDirectory(plan.dataDir);
  const suffix = randomBytes(6).toString("hex");
  const attempt = join(dirname(plan.dataDir), `${attemptPrefix(plan.dataDir)}${suffix}`);
  const data = join(attempt, "data");
  const passwordFile = join(attempt, PASSWORD_FILE);
  try {
    await mkdir(data, { recursive: true, mode: 0o700 });
    await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
    await giveToAccount(plan, [attempt, data, passwordFile]);
    await runInitdb(plan, data, passwordFile, isDurable);
    await rename(passwordFile, join(data, PASSWORD_FILE));
    await syncToDisk(isDurable, [join(data, PASSWORD_FILE), data]);
    await rename(data, plan.dataDir);
    await syncToDisk(isDurable, [dirname(plan.dataDir)]);
  } finally {
    await rm(attempt, { recursive: true, force: true });
  }
}

/** Fails if there is anything in the folder, rather than deleting it. */
async function removeEmptyDirectory(dataDir: string): Promise<void> {
  try {
    if (existsSync(dataDir)) {
      await rmdir(dataDir);
    }
  } catch (cause) {
    throw new Error(
      `${dataDir} contains no database, and one cannot be created there, because it is not empty or is a mount ` +
        "point. Move it away, or use a folder below it.",
      { cause },
    );
  }
}

async function giveToAccount(plan: LaunchPlan, paths: readonly string[]): Promise<void> {
  if (plan.account !== null) {
    for (const path of paths) {
      await chown(path, plan.account.uid, plan.account.gid);
    }
  }
}

async function runInitdb(
  plan: LaunchPlan,
  dataDir: string,
  passwordFile: string,
  isDurable: boolean,
): Promise<void> {
  const args = ["-D", dataDir, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  args.push("-E", "UTF8", "--locale=C", "--no-instructions", ...(isDurable ? [] : ["--no-sync"]));
  const child = spawnInPlan(plan, "initdb", args, ["ignore", "ignore", "pipe"]);
  const timer = setTimeout(() => child.kill("SIGINT"), INITDB_TIMEOUT_MS);
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString("utf8")).slice(-2_000);
  });
  try {
    await new Promise<void>((done, fail) => {
      child.once("error", fail);
      child.once("close", (code, signal) =>
        code === 0
          ? done()
          : fail(new Error(complaint.trim() || `it ended with ${code ?? signal}`)),
      );
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`PostgreSQL's initdb failed: ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Windows cannot sync a folder. */
async function syncToDisk(isDurable: boolean, paths: readonly string[]): Promise<void> {
  if (!isDurable || process.platform === "win32") {
    return;
  }
  for (const path of paths) {
    const handle = await open(path, "r");
    await handle.sync().finally(() => handle.close());
  }
}

function attemptPrefix(dataDir: string): string {
  return `${basename(dataDir)}.initdb-`;
}
