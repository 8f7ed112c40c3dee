import { statSync } from "node:fs";
import { join } from "node:path";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../postgres/embedded-postgres";
import { StartError } from "../start-error";
import type { ChildLog } from "./child-log";
import type { RunningService, Service } from "./service";

/** The embedded database as a service, and where it is reached. */
export interface PostgresService extends Service {
  /** With the password; known after the first start and the same after every restart. */
  url(): string;
  version(): string;
  /** Where its data is: outside the data folder when root cannot run it inside. */
  clusterDir(): string;
}

/** Keeps its files in `<dataDir>/postgres`, on a free port of its own. */
export function createPostgresService(dataDir: string, log: ChildLog): PostgresService {
  let known: EmbeddedPostgres | null = null;
  // A server wrote there, so there was a database: without it a start would quietly begin with an empty one.
  const hasRunBefore = statSync(log.file).size > 0;
  const mustKnow = () => {
    if (!known) throw new Error("The embedded PostgreSQL was not started yet.");
    return known;
  };
  return {
    name: "postgres",
    title: "PostgreSQL",
    url: () => mustKnow().url,
    version: () => mustKnow().version,
    clusterDir: () => mustKnow().clusterDir,
    // Cannot be interrupted, but takes seconds at most: whoever aborts stops it right after.
    start: async (): Promise<RunningService> => {
      const started = startEmbeddedPostgres({
        dataDir: join(dataDir, "postgres"),
        database: "stagedoor",
        isExpected: known !== null || hasRunBefore,
        // The application keeps the address it was started with, so a restart must not move.
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

/** SIGQUIT is PostgreSQL's own immediate shutdown: as safe as a crash, and no helper process is left behind. */
function shutDownAtOnce(pid: number) {
  try {
    process.kill(pid, "SIGQUIT");
  } catch {
    // It is gone already.
  }
}
