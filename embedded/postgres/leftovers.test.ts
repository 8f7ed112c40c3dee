import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm, watch, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryRoot } from "@/testing/temporary-root";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import { planLaunch, spawnInPlan } from "./launch-plan";
import { awaitOldPostmaster, LAUNCHER_PID_SETTING } from "./old-postmaster";

const COMPLAINT = "pre-existing shared memory block";

describe("after kill -9 of the server", () => {
  test("the server restarts on its port with all committed data", async () => {
    const dataDir = await temporaryDataDir();
    const first = await start(dataDir, { isDurable: true });
    const client = await connect(first.url);
    await client.query("CREATE TABLE kept AS SELECT 42 AS answer");

    process.kill(first.pid, "SIGKILL");
    expect(await first.exited).toBe("was terminated by SIGKILL");
    const second = await start(dataDir, { isDurable: true, port: first.port });

    const { rows } = await (await connect(second.url)).query("SELECT answer FROM kept");
    expect(rows).toEqual([{ answer: 42 }]);
  });

  test("the next start waits for a busy connection to the dead server", async () => {
    const dataDir = await temporaryDataDir();
    const first = await start(dataDir);
    const client = await connect(first.url);
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    // The connection is busy until a file exists, because a fixed time might be too short on a busy machine.
    const busy = client.query(`DO $$ BEGIN
      WHILE (pg_stat_file('may-end', true)).size IS NULL LOOP END LOOP; END $$`);
    busy.catch(() => undefined);
    await untilBusy(first.url, rows[0].pid);

    process.kill(first.pid, "SIGKILL");
    await first.exited;
    const complaints: string[] = [];
    await start(dataDir, {
      log: (line) => {
        complaints.push(line);
        if (line.includes(COMPLAINT)) writeFileSync(join(dataDir, "may-end"), "");
      },
    });

    expect(complaints.join("\n")).toContain(COMPLAINT);
  });
});

describe("after kill -9 of the launcher", () => {
  test("an orphaned server that holds the folder is shut down and its data is kept", async () => {
    const dataDir = await temporaryDataDir();
    await (await start(dataDir)).stop();
    const orphan = await startServerOfAnotherLauncher(dataDir, 1);

    const server = await start(dataDir);

    expect(await orphan.ended).toBe(0);
    expect((await (await connect(server.url)).query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });

  test("a server whose launcher is alive keeps running and is named in the error", async () => {
    const dataDir = await temporaryDataDir();
    const server = await start(dataDir);

    await expect(awaitOldPostmaster(dataDir, Date.now() + 300)).rejects.toThrow(
      `A PostgreSQL (process ${server.pid}) is already running on ${dataDir}`,
    );
    expect((await (await connect(server.url)).query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });

  test("a lock file whose pid now belongs to another program does not prevent startup", async () => {
    const dataDir = await temporaryDataDir();
    await (await start(dataDir)).stop();
    const other = spawn("sleep", ["60"]);
    onTestFinished(() => {
      other.kill();
    });
    await writeFile(join(dataDir, "postmaster.pid"), `${other.pid}\n${dataDir}\n`);

    const server = await start(dataDir);

    expect(readFileSync(join(dataDir, "postmaster.pid"), "utf8")).toContain(`${server.pid}\n`);
  });

  test("during initdb, the next start creates the cluster from scratch", async () => {
    const dataDir = await temporaryDataDir();
    const attempt = firstEntryBeside(dataDir, "data.initdb-");
    const launcher = startLauncherProcess(dataDir);
    expect(await attempt).toMatch(/^data\.initdb-/);
    launcher.kill("SIGKILL");
    expect(existsSync(dataDir)).toBe(false);

    const server = await start(dataDir);

    expect((await (await connect(server.url)).query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    expect(await readdir(dirname(dataDir))).toEqual(["data", "data-location"]);
  });
});

type StartOptions = { isDurable?: boolean; port?: number; log?: (line: string) => void };

async function start(dataDir: string, options: StartOptions = {}): Promise<EmbeddedPostgres> {
  const defaults = { dataDir, database: "stagedoor", isDurable: false };
  const server = await startEmbeddedPostgres({ ...defaults, ...options });
  onTestFinished(() => server.stop());
  return server;
}

async function temporaryDataDir(): Promise<string> {
  const directory = await mkdtemp(join(temporaryRoot(), "stagedoor-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return join(directory, "data");
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on("error", () => undefined); // the test kills the server
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function untilBusy(url: string, pid: number): Promise<void> {
  const observer = await connect(url);
  const statement = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND state = 'active'";
  while ((await observer.query(statement, [pid])).rows.length === 0) {
    // each iteration makes a round trip to the server
  }
}

/** Starts a server that stops only when asked, like a server whose launcher died without `setpriv`. */
async function startServerOfAnotherLauncher(
  dataDir: string,
  launcherPid: number,
): Promise<{ ended: Promise<number | null> }> {
  const plan = planLaunch(dataDir, true);
  const args = ["-D", dataDir, "-h", "", "-k", dirname(dataDir)];
  args.push("-c", `${LAUNCHER_PID_SETTING}=${launcherPid}`);
  const child = spawnInPlan(plan, "postgres", args, ["ignore", "ignore", "pipe"]);
  onTestFinished(() => {
    child.kill("SIGQUIT");
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  await readyLineOf(child);
  return { ended };
}

function readyLineOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.stderr !== null) {
      createInterface({ input: child.stderr }).on("line", (line) => {
        if (line.includes("ready to accept connections")) {
          resolve();
        }
      });
    }
  });
}

async function firstEntryBeside(dataDir: string, prefix: string): Promise<string> {
  for await (const { filename } of watch(dirname(dataDir))) {
    if (filename?.startsWith(prefix)) {
      return filename;
    }
  }
  throw new Error("the folder is no longer watched");
}

function startLauncherProcess(dataDir: string): ChildProcess {
  const module = fileURLToPath(new URL("./embedded-postgres.ts", import.meta.url));
  const options = JSON.stringify({ dataDir, database: "stagedoor", isDurable: false });
  const program = `import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    await startEmbeddedPostgres(${options});`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}
