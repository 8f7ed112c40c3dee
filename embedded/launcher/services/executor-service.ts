import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { executorUrl, type Settings } from "@/lib/env/read-settings";
import type { Secrets } from "../data-folder/secrets";
import type { LauncherMode } from "../environment";
import { startNodeChild } from "./node-child";
import type { ChildSurroundings } from "./node-service";
import { reachableHost } from "./reachable-host";
import { ask, isReadyLine, untilWritten, waitUntilReady } from "./readiness";
import type { Service } from "./service";

/** Its first start waits for the application, which it asks for the functions. */
const START_TIMEOUT_MS = { start: 60_000, dev: 180_000 };
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 40;

/** It mostly waits: a small young generation keeps it under 100 MB at no cost that was seen. */
export const SMALL_MEMORY = ["--max-semi-space-size=2", "--optimize-for-size"];

/** The first line on the executor's standard input. Secrets are inside. */
export function executorConfiguration(settings: Settings, databaseUrl: string, secrets: Secrets) {
  const { host, port, executorPort } = settings;
  return {
    port: executorPort,
    databaseUrl,
    appUrl: `http://${reachableHost(host)}:${port}/api/inngest`,
    eventKey: secrets.inngestEventKey,
    signingKey: secrets.inngestSigningKey,
  };
}

/**
 * Runs durable work, with its state in the database. The first time it is ready when it knows the application's functions:
 * one that it refuses shows at once. Later it is ready when it listens: it waits for the application by itself.
 */
export function createExecutorService(
  mode: LauncherMode,
  settings: Settings,
  configuration: ReturnType<typeof executorConfiguration>,
  surroundings: ChildSurroundings,
): Service {
  const title = "The executor";
  let wasReady = false;
  return {
    name: "inngest",
    title,
    start: async (signal) => {
      const child = startNodeChild({
        ...surroundings,
        args: [...SMALL_MEMORY, "--import", "tsx", "embedded/inngest/main.ts"],
        configuration,
        stopTimeoutMs: STOP_TIMEOUT_MS,
      });
      const isReady = async (readySignal: AbortSignal) => {
        await untilWritten(child, isReadyLine);
        if (!wasReady) await untilSynced(settings, readySignal);
      };
      await waitUntilReady(child, isReady, { title, timeoutMs: START_TIMEOUT_MS[mode], signal });
      wasReady = true;
      return child;
    },
  };
}

/** @throws Error with the executor's own sentences when it refuses the functions: asking again would change nothing. */
async function untilSynced({ executorPort }: Settings, signal: AbortSignal): Promise<void> {
  const address = `${executorUrl(executorPort)}/health`;
  while (!signal.aborted) {
    const answer = await ask(address);
    if (answer?.status === 200) return;
    const problem = refusalIn(answer?.body ?? "");
    if (problem !== null) throw new Error(problem);
    await sleep(POLL_MS, undefined, { signal });
  }
}

const refused = z.object({ status: z.literal("refused"), problem: z.string() });

/** The sentence of a refusal; null: it is only not ready yet. */
export function refusalIn(body: string): string | null {
  try {
    const { problem } = refused.parse(JSON.parse(body));
    return `it refuses the functions of the application: ${problem.replace(/\.$/, "")}`;
  } catch {
    // Whatever else it says: it is asked again.
    return null;
  }
}
