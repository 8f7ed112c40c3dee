import { createServer, type ServerResponse } from "node:http";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import { onLauncherGone, readLauncherConfiguration } from "@/embedded/launcher-pipe";
import {
  APP_ID,
  FUNCTION_ID,
  type RunBurst,
  SLEEPER_ID,
  STEPS_PER_RUN,
  stepName,
} from "./workload";

/** The configuration, which the bench writes as the first line on standard input. */
export interface AppConfiguration {
  readonly port: number;
  readonly signingKey: string;
}

/**
 * Serves the app that both sides call: a function with small steps. It records the time of every step, because only the
 * app observes both sides in the same way. `GET /burst?runs=<count>` responds when this many runs have ended.
 */
async function run(): Promise<void> {
  // Only the bench starts this program, and the bench writes exactly this configuration.
  const { port, signingKey } = (await readLauncherConfiguration()) as AppConfiguration;
  const bursts = createBursts();
  const client = new Inngest({
    id: APP_ID,
    isDev: false,
    // Never called, because the functions send no events.
    baseUrl: "http://127.0.0.1:9",
    eventKey: "unused",
    signingKey,
  });
  const work = client.createFunction(
    { id: FUNCTION_ID, triggers: { event: FUNCTION_ID } },
    async ({ step, runId }) => {
      for (let number = 1; number <= STEPS_PER_RUN; number += 1) {
        await step.run(stepName(number), () => {
          bursts.noteStep(runId);
          return number;
        });
      }
      bursts.noteEnd(runId);
    },
  );
  const sleeper = client.createFunction(
    { id: SLEEPER_ID, triggers: { event: SLEEPER_ID } },
    ({ step }) => step.sleep("nap", "1d"),
  );
  const endpoint = serve({ client, functions: [work, sleeper], enableUnauthedSync: false });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname !== "/burst") return endpoint(request, response);
    bursts.begin(Number(url.searchParams.get("runs")), response);
  });
  server.listen(port, "127.0.0.1", () => process.stdout.write('{"ready":true}\n'));
  onLauncherGone(() => process.exit(0));
}

/** Measures one burst at a time. */
function createBursts() {
  let lastStepMs = new Map<string, number>();
  let gapsMs: number[] = [];
  let firstMs: number | null = null;
  let runsLeft = 0;
  let waiting: ServerResponse | null = null;
  return {
    begin: (runs: number, response: ServerResponse) => {
      lastStepMs = new Map();
      gapsMs = [];
      firstMs = null;
      runsLeft = runs;
      waiting = response;
      // Sends the headers now, because the caller waits for them before it starts the runs.
      response.flushHeaders();
    },
    noteStep: (runId: string) => {
      const nowMs = performance.now();
      firstMs ??= nowMs;
      const lastMs = lastStepMs.get(runId);
      if (lastMs !== undefined) gapsMs.push(nowMs - lastMs);
      lastStepMs.set(runId, nowMs);
    },
    noteEnd: (runId: string) => {
      lastStepMs.delete(runId);
      runsLeft -= 1;
      if (runsLeft > 0) return;
      const burst: RunBurst = { durationMs: performance.now() - (firstMs ?? 0), gapsMs };
      waiting?.end(JSON.stringify(burst));
      waiting = null;
    },
  };
}

await run();
