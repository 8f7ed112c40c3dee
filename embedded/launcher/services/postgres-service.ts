import { statSync } from "node:fs";
import { join } from "node:path";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../postgres/embedded-postgres";
import { StartError } from "../terminal";
import type { ChildLog } from "./child-log";
import type { RunningService, Service } from "./service";

/** The embedded database as a service, and its location. */
export interface PostgresService extends Service {
  /**
   * Returns the URL including the password; known once the service has first started, and the same after every restart.
   */
  url(): string;
  version(): string;
  /**
   * Returns the folder of the database's files. It is outside the data folder if root starts Stagedoor and PostgreSQL
   * cannot run in the data folder.
   */
  clusterDir(): string;
}

/** Creates the service, which keeps its files in `<dataDir>/postgres` and uses a free port. */
export function createPostgresService(dataDir: string, log: ChildLog): PostgresService {
  let known: EmbeddedPostgres | null = null;
  // A server has written to the log, so there was a database. Without this check, startup would silently create an empty
  // database.
  const hasRunBefore = statSync(log.file).size > 0;
  const mustKnow = () => {
    if (!known) throw new Error("The embedded PostgreSQL has not been started yet.");
    return known;
  };
  return {
    name: "postgres",
    title: "PostgreSQL",
    url: () => mustKnow().url,
    version: () => mustKnow().version,
    clusterDir: () => mustKnow().clusterDir,
    // Starting PostgreSQL cannot be interrupted, but takes a few seconds at most. After an abort, the server is stopped
    // immediately.
    start: async (): Promise<RunningService> => {
      const started = startEmbeddedPostgres({
        dataDir: join(dataDir, "postgres"),
        database: "stagedoor",
        isExpected: known !== null || hasRunBefore,
        // The application keeps the address that it was started with, so a restart must use the same port.
        ...(known ? { port: known.port } : {}),
        log: (line) => log.write(`${line}\n`),
      });
      const postgres = await started.catch((error: unknown) => {
        throw new StartError(errorMessage(error), { cause: error });
      });
      known = postgres;
      return { ...postgres, kill: () => shutDownAtOnce(postgres.pid) };
    },
  };
}

/** SIGQUIT is PostgreSQL's own immediate shutdown. It is as safe as a crash and leaves no helper process behind. */
function shutDownAtOnce(pid: number) {
  try {
    process.kill(pid, "SIGQUIT");
  } catch {
    // The process has already exited.
  }
}
