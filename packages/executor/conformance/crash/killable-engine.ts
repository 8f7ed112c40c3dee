import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { hasErrnoCode } from "../../../has-errno-code";
import { startEmbeddedPostgres } from "../../../postgres/embedded-postgres";
import { nobodyHomeOf } from "../../../postgres/launch-plan";
import { temporaryRoot } from "../../../throwaway/temporary-root";
import { startAppProgram, startExecutorProgram } from "../child-programs";
import { createEffectTable } from "../effects";
import type { Victim } from "./kill-plan";
import { type RestartingProgram, restartOnExit } from "./restart-on-exit";

/** PostgreSQL, the executor and the app as separate processes that restart on the same data and ports. */
export interface KillableEngine {
  readonly databaseUrl: string;
  /** URL of the event API, including its key. */
  readonly eventUrl: string;
  /** Sends kill -9 to one process or to all of them. Each killed process is restarted automatically. */
  kill(victim: Victim): Promise<void>;
  starts(): Readonly<Record<Exclude<Victim, "everything">, number>>;
  /** Stops everything and removes the data. */
  stop(): Promise<void>;
}

const KEYS = { eventKey: "crash-event-key", signingKey: `signkey-prod-${"cd".repeat(32)}` };

/**
 * Starts the app, the executor and a crash-safe PostgreSQL in a temporary folder; `onStep` is called for each executed
 * step.
 */
export async function startKillableEngine(onStep: () => void): Promise<KillableEngine> {
  const folder = await mkdtemp(join(temporaryRoot(), "stagedoor-engine-crash-"));
  const dataDir = join(folder, "postgres");
  const started: RestartingProgram[] = [];
  const stop = async () => {
    for (const program of started.toReversed()) await program.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(nobodyHomeOf(dataDir), { recursive: true, force: true });
  };
  const keep = async (start: Parameters<typeof restartOnExit>[0]) => {
    const program = await restartOnExit(start);
    started.push(program);
    return program;
  };
  try {
    const { databaseUrl, start: startPostgres } = createPostgres(dataDir);
    const postgres = await keep(startPostgres);
    await withDatabase(databaseUrl(), createEffectTable);
    const ports = { app: 0, executor: 0 };
    const app = await keep(() => startApp({ databaseUrl: databaseUrl(), ports, onStep }));
    const executor = await keep(() => startExecutor({ databaseUrl: databaseUrl(), ports }));
    const programs = { executor, app, postgres };
    return {
      databaseUrl: databaseUrl(),
      eventUrl: `http://127.0.0.1:${ports.executor}/e/${KEYS.eventKey}`,
      kill: async (victim) => {
        const victims = victim === "everything" ? Object.values(programs) : [programs[victim]];
        await Promise.all(victims.map((program) => program.kill()));
      },
      starts: () => ({
        executor: executor.starts(),
        app: app.starts(),
        postgres: postgres.starts(),
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Calls `work` with a dedicated connection. */
export async function withDatabase<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url);
  // If the server is killed meanwhile, the query itself fails, so this event can be ignored.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function createPostgres(dataDir: string) {
  let url = "";
  let port: number | undefined;
  const start = async () => {
    const server = await startEmbeddedPostgres({
      dataDir,
      database: "stagedoor",
      ...(port === undefined ? {} : { port }),
    });
    ({ url, port } = server);
    const { pid, exited, stop } = server;
    return { exited, stop, kill: () => killProcess(pid) };
  };
  return { start, databaseUrl: () => url };
}

/** Sends kill -9 to the process. A process that has just exited counts as killed. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!hasErrnoCode(error, "ESRCH")) throw error;
  }
}

/** The ports chosen at the first startup, which later startups reuse. */
interface Ports {
  app: number;
  executor: number;
}

async function startApp(options: { databaseUrl: string; ports: Ports; onStep: () => void }) {
  const { databaseUrl, ports, onStep } = options;
  const { signingKey } = KEYS;
  const configuration = { port: ports.app, signingKey, databaseUrl };
  const app = await startAppProgram(configuration, (line) => {
    if (typeof line === "object" && line !== null && "step" in line) onStep();
  });
  ports.app = app.port;
  return app;
}

async function startExecutor({ databaseUrl, ports }: { databaseUrl: string; ports: Ports }) {
  const appUrl = `http://127.0.0.1:${ports.app}/api/inngest`;
  const executor = await startExecutorProgram({
    ...KEYS,
    port: ports.executor,
    databaseUrl,
    appUrl,
  });
  ports.executor = executor.port;
  return executor;
}
