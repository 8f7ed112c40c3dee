import { createHash } from "node:crypto";
import { createInProcessTransport } from "@stagedoor/executor/conformance/in-process-transport";
import { createTestClock } from "@stagedoor/executor/conformance/test-clock";
import { createExecutor } from "@stagedoor/executor/executor";
import { startHttpServer } from "@stagedoor/executor/http-server";
import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import pg from "pg";
import { inject, onTestFinished, vi } from "vitest";
import type { InngestSettings } from "@/lib/env/read-settings";
import type { Clock } from "@/lib/kernel/ports";
import { createInMemoryLogger, type InMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { createInngestClient } from "../client";

type Executor = ReturnType<typeof createExecutor>;
type RunDetail = NonNullable<Awaited<ReturnType<Executor["findRun"]>>>;

/** Our functions, run by the real SDK and the embedded executor in this process, with a clock that the test drives. */
export interface EngineUnderTest {
  readonly inngest: Inngest;
  readonly log: InMemoryLogger;
  readonly logger: InMemoryLogger["logger"];
  /** The engine's clock, as a port. */
  readonly clock: Clock;
  /** The settings that a client uses to reach the executor. */
  readonly settings: InngestSettings;
  /** Registers these functions. Call it once, before any event is sent. */
  start(functions: readonly InngestFunction.Any[]): Promise<void>;
  /** Advances the clock to this time and runs everything that becomes due in between. */
  passUntil(timeMs: number): Promise<void>;
  /**
   * Moves the clock to this time at once, as if the machine had slept until then: of all missed ticks of a schedule, one
   * runs.
   */
  sleepUntil(timeMs: number): Promise<void>;
  /** Runs everything that is due now, but nothing that is due later. */
  settle(): Promise<void>;
  now(): number;
  /** Oldest first. */
  runs(functionId: string): Promise<readonly RunDetail[]>;
  retryRun(id: string): Promise<void>;
  /** Returns everything that the engine has stored, as one string. */
  everything(): Promise<string>;
  /** Adds a step to a waiting run, as if an older version of its function had made the step before the wait. */
  addOlderStep(runId: string, name: string, data: unknown): Promise<void>;
  /** Returns the number of function calls so far. */
  calls(): number;
  /** Executes the next call but discards its response before it reaches the executor. */
  loseNextAnswer(): void;
}

const EVENT_KEY = "event-key-of-tests";
const SIGNING_KEY = `signkey-prod-${"ab".repeat(32)}`;
const APP_URL = "http://127.0.0.1:3000/api/inngest";

/** Opens an engine with its own database for its state; it is closed when the test ends. */
export async function openEngine(): Promise<EngineUnderTest> {
  const database = await createThrowawayDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const clock = createTestClock();
  onTestFinished(() => void vi.useRealTimers());
  const log = createInMemoryLogger();
  // Functions send events to the executor, and the executor calls functions, so one of the two has to be set later.
  let handle: ReturnType<typeof serve> | null = null;
  let calls = 0;
  let isNextLost = false;
  const served = (request: Request) => {
    if (!handle) throw new Error("nothing is served yet");
    return handle(request);
  };
  const called = async (request: Request) => {
    calls += 1;
    const isLost = isNextLost;
    isNextLost = false;
    const answer = await served(request);
    if (isLost) throw new Error("the connection ended before the answer");
    return answer;
  };
  const executor = createExecutor({
    databaseUrl: database.url,
    appUrl: APP_URL,
    signingKey: SIGNING_KEY,
    clock,
    callApp: createInProcessTransport({ POST: called, PUT: served }, APP_URL),
    log: () => undefined,
    onOwnershipLost: (error) => {
      throw error;
    },
  });
  onTestFinished(() => executor.stop());
  const settings = await listen(executor, clock.now);
  const inngest = createInngestClient(settings, log.logger);
  return {
    inngest,
    log,
    logger: log.logger,
    settings,
    clock: { now: () => new Date(clock.now()) },
    start: async (functions) => {
      handle = serve({ client: inngest, functions: [...functions], enableUnauthedSync: false });
      await executor.start();
      await executor.synced();
    },
    everything: () => dump(database.url),
    addOlderStep: (runId, name, data) => addOlderStep(database.url, runId, name, data),
    calls: () => calls,
    loseNextAnswer: () => {
      isNextLost = true;
    },
    ...driven(executor, clock),
  };
}

async function dump(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'inngest_embedded'",
    );
    const texts = [];
    for (const { name } of tables.rows) {
      const rows = await client.query(
        `SELECT to_jsonb(stored)::text AS text FROM ${name} AS stored`,
      );
      texts.push(...rows.rows.map(({ text }) => text));
    }
    return texts.join("\n");
  } finally {
    await client.end();
  }
}

async function addOlderStep(databaseUrl: string, runId: string, name: string, data: unknown) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const id = createHash("sha1").update(name).digest("hex");
  await client.query(
    "insert into inngest_embedded.step (run_id, id, position, name, op, data, at) values ($1, $2, 0, $3, 'StepRun', $4, now())",
    [runId, id, name, JSON.stringify(data)],
  );
  await client.end();
}

/** Starts an HTTP server as `packages/executor/main.ts` does, and returns the settings for a client. */
async function listen(executor: Executor, now: () => number): Promise<InngestSettings> {
  const keys = { eventKey: EVENT_KEY, signingKey: SIGNING_KEY };
  const server = await startHttpServer({ ...keys, executor, now, port: 0, log: () => undefined });
  onTestFinished(() => server.stop());
  return { ...keys, isDev: false, baseUrl: `http://127.0.0.1:${server.port}` };
}

function driven(executor: Executor, clock: ReturnType<typeof createTestClock>) {
  const settleAt = async (timeMs: number) => {
    clock.moveTo(timeMs);
    await executor.settled();
  };
  return {
    now: clock.now,
    settle: () => settleAt(clock.now()),
    sleepUntil: settleAt,
    passUntil: async (timeMs: number) => {
      await settleAt(clock.now());
      for (
        let nextMs = clock.nextAlarmMs();
        nextMs !== null && nextMs <= timeMs;
        nextMs = clock.nextAlarmMs()
      ) {
        await settleAt(nextMs);
      }
      await settleAt(timeMs);
    },
    runs: async (functionId: string) => {
      const summaries = await executor.listRuns({ functionId, limit: 1000 });
      const details = await Promise.all(summaries.map(({ id }) => executor.findRun(id)));
      return details.flatMap((detail) => detail ?? []).toReversed();
    },
    retryRun: async (id: string) => {
      await executor.retryRun(id);
      await settleAt(clock.now());
    },
  };
}
