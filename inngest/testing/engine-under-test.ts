import { serve } from "inngest/edge";
import { inject, onTestFinished, vi } from "vitest";
import { createTestClock } from "@/embedded/inngest/conformance/test-clock";
import { createExecutor } from "@/embedded/inngest/executor";
import { createInProcessTransport } from "@/embedded/inngest/in-process-transport";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { createMemoryLogger, type MemoryLogger } from "@/lib/testing/memory-logger";
import { createInngestClient } from "../client";
import { createFunctions } from "../functions";
import type { SweepFunctionParts } from "../functions/sweep";

type RunDetail = NonNullable<Awaited<ReturnType<ReturnType<typeof createExecutor>["findRun"]>>>;

/** Our functions, run by the real SDK and the embedded executor in this process, under a clock that the test drives. */
export interface EngineUnderTest {
  readonly log: MemoryLogger;
  /** Lets the time pass until then, everything that becomes due meanwhile being done. */
  passUntil(timeMs: number): Promise<void>;
  now(): number;
  /** The oldest first. */
  runs(functionId: string): Promise<readonly RunDetail[]>;
  retryRun(id: string): Promise<void>;
}

const SIGNING_KEY = `signkey-prod-${"ab".repeat(32)}`;
const APP_URL = "http://127.0.0.1:3000/api/inngest";

/** Starts an engine over these ports, with a database of its own for its state; it ends with the test. */
export async function startEngine(ports: SweepFunctionParts["ports"]): Promise<EngineUnderTest> {
  const database = await createThrowawayDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const clock = createTestClock();
  onTestFinished(() => void vi.useRealTimers());
  const log = createMemoryLogger();
  const executor = createExecutor({
    ...{ databaseUrl: database.url, appUrl: APP_URL, signingKey: SIGNING_KEY, clock },
    callApp: createInProcessTransport(servedOver(ports, log), APP_URL),
    log: () => undefined,
    onOwnershipLost: (error) => {
      throw error;
    },
  });
  onTestFinished(() => executor.stop());
  await executor.start();
  await executor.synced();

  const settle = async (timeMs: number) => {
    clock.moveTo(timeMs);
    await executor.settled();
  };
  return {
    log,
    now: clock.now,
    passUntil: async (timeMs) => {
      await settle(clock.now());
      for (
        let nextMs = clock.nextAlarmMs();
        nextMs !== null && nextMs <= timeMs;
        nextMs = clock.nextAlarmMs()
      ) {
        await settle(nextMs);
      }
      await settle(timeMs);
    },
    runs: async (functionId) => {
      const summaries = await executor.listRuns({ functionId, limit: 1000 });
      const details = await Promise.all(summaries.map(({ id }) => executor.findRun(id)));
      return details.flatMap((detail) => detail ?? []).toReversed();
    },
    retryRun: async (id) => {
      await executor.retryRun(id);
      await settle(clock.now());
    },
  };
}

/** As `app/durable-work.ts` serves them, only without Next. */
function servedOver(ports: SweepFunctionParts["ports"], { logger }: MemoryLogger) {
  const keys = { eventKey: "event-key-of-tests", signingKey: SIGNING_KEY };
  const settings = { isDev: false, baseUrl: "http://executor.test", ...keys };
  const inngest = createInngestClient(settings, logger);
  const functions = createFunctions({ inngest, ports, logger });
  const handler = serve({ client: inngest, functions, enableUnauthedSync: false });
  return { POST: handler, PUT: handler };
}
