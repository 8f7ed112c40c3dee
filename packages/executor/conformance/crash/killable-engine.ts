import pg from "pg";
import { startAppProgram, startExecutorProgram } from "../child-programs";
import { createEffectTable } from "../effects";
import type { Victim } from "./kill-plan";
import { type RestartingProgram, type RunningProgram, restartOnExit } from "./restart-on-exit";

/** A crash-safe PostgreSQL that a proof kills and starts again on the same data and port. */
export interface KillablePostgres {
  start(): Promise<RunningProgram>;
  /** Returns the URL of its database, once it has been started. */
  databaseUrl(): string;
  /** Removes the data after PostgreSQL has stopped. */
  remove(): Promise<void>;
}

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

/** Starts PostgreSQL, the app and the executor; `onStep` is called for each executed step. */
export async function startKillableEngine(
  killable: KillablePostgres,
  onStep: () => void,
): Promise<KillableEngine> {
  const started: RestartingProgram[] = [];
  const stop = async () => {
    for (const program of started.toReversed()) await program.stop();
    await killable.remove();
  };
  const keep = async (start: Parameters<typeof restartOnExit>[0]) => {
    const program = await restartOnExit(start);
    started.push(program);
    return program;
  };
  try {
    const postgres = await keep(() => killable.start());
    const databaseUrl = killable.databaseUrl();
    await withDatabase(databaseUrl, createEffectTable);
    const ports = { app: 0, executor: 0 };
    const app = await keep(() => startApp({ databaseUrl, ports, onStep }));
    const executor = await keep(() => startExecutor({ databaseUrl, ports }));
    const programs = { executor, app, postgres };
    return {
      databaseUrl,
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
