import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { KillablePostgres } from "@stagedoor/executor/conformance/crash/killable-engine";
import { startEmbeddedPostgres } from "../embedded/postgres/embedded-postgres";
import { nobodyHomeOf } from "../embedded/postgres/launch-plan";
import { hasErrnoCode } from "../embedded/small-files";
import { temporaryRoot } from "./temporary-root";

/** Creates a crash-safe PostgreSQL in a temporary folder, which starts again on the same port. */
export async function createKillablePostgres(): Promise<KillablePostgres> {
  const directory = await mkdtemp(join(temporaryRoot(), "stagedoor-engine-crash-"));
  const dataDir = join(directory, "postgres");
  let url = "";
  let port: number | undefined;
  return {
    start: async () => {
      const again = port === undefined ? {} : { port };
      const server = await startEmbeddedPostgres({ dataDir, database: "stagedoor", ...again });
      ({ url, port } = server);
      const { pid, exited, stop } = server;
      return { exited, stop, kill: () => killProcess(pid) };
    },
    databaseUrl: () => url,
    remove: async () => {
      await rm(directory, { recursive: true, force: true });
      await rm(nobodyHomeOf(dataDir), { recursive: true, force: true });
    },
  };
}

/** Sends kill -9 to the process. A process that has just exited counts as killed. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!hasErrnoCode(error, "ESRCH")) throw error;
  }
}
