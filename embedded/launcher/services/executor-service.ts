import { z } from "zod";
import { executorUrl, type Settings } from "@/lib/env/read-settings";
import { parseJson } from "../../small-files";
import type { Secrets } from "../data-folder/secrets";
import { StartError } from "../terminal";
import { type NodeChild, RUN_BUNDLED, SMALL_YOUNG_GENERATION } from "./node-child";
import {
  APPLICATION_START_TIMEOUT_MS,
  type ChildSurroundings,
  createNodeService,
  type NodeServiceDefinition,
} from "./node-service";
import { untilAnswers200, untilReadyLine } from "./readiness";
import { reachableHost, type Service } from "./service";

/** Keeps the executor below 100 MB. It is mostly idle, so this costs nothing measurable. */
export const SMALL_MEMORY = [SMALL_YOUNG_GENERATION, "--optimize-for-size"];

/** How long to wait for another executor that owns the database, because it may be about to stop. */
const OWNER_PATIENCE_MS = 15_000;

/** Returns the first line on the executor's standard input, which contains secrets. */
export function executorConfiguration(settings: Settings, databaseUrl: string, secrets: Secrets) {
  const { host, port, executorPort } = settings;
  return {
    port: executorPort,
    databaseUrl,
    connectionName: "stagedoor-inngest",
    appUrl: `http://${reachableHost(host)}:${port}/api/inngest`,
    eventKey: secrets.inngestEventKey,
    signingKey: secrets.inngestSigningKey,
  };
}

/**
 * Creates the service that runs durable work, with its state in the database. The first time, it is ready when it has the
 * application's functions, so that a rejected function is reported immediately. Later, it is ready as soon as it is
 * listening, because it waits for the application itself. It fails to start if another Stagedoor holds the database for
 * longer than `ownerPatienceMs` (15 s by default).
 */
export function createExecutorService(
  settings: Settings,
  configuration: ReturnType<typeof executorConfiguration>,
  surroundings: ChildSurroundings & { readonly ownerPatienceMs?: number },
): Service {
  const { ownerPatienceMs = OWNER_PATIENCE_MS } = surroundings;
  const address = `${executorUrl(settings.executorPort)}/health`;
  const definition: NodeServiceDefinition = {
    name: "inngest",
    title: "The executor",
    args: [...SMALL_MEMORY, ...RUN_BUNDLED, "packages/executor/main.ts"],
    configuration,
    startTimeoutMs: APPLICATION_START_TIMEOUT_MS,
    untilReady: async (child, isFirstStart, signal) => {
      await untilItOwns(child, ownerPatienceMs);
      if (isFirstStart) await untilAnswers200(address, requireNoRefusal, signal);
    },
  };
  return createNodeService(definition, surroundings);
}

const waiting = z.object({
  owner: z.object({ process: z.string().nullable(), backendPid: z.int() }),
});

/**
 * Resolves when the executor owns the database, or rejects if another executor owns it for longer than `patienceMs`. That
 * executor belongs to a different data folder, because a second launcher of the same folder never gets this far.
 */
function untilItOwns(child: NodeChild, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const onOtherLine = (value: unknown) => {
      const { data } = waiting.safeParse(value);
      if (data) timer = setTimeout(() => reject(new StartError(complaint(data))), patienceMs);
    };
    const stopWaiting = () => clearTimeout(timer);
    void untilReadyLine(child, onOtherLine).then(stopWaiting).then(resolve);
    void child.exited.then(stopWaiting);
  });
}

function complaint({ owner }: z.infer<typeof waiting>): string {
  const which = owner.process === null ? "" : ` (${owner.process})`;
  return [
    `The executor did not start: another Stagedoor${which} is running the durable work of this database (setting DATABASE_URL).`,
    "Stop it, or set DATABASE_URL to another database.",
    "To run several on one database, give all of them the same Inngest server (settings INNGEST_*).",
    `If that Stagedoor is no longer running, end its connection: select pg_terminate_backend(${owner.backendPid}).`,
  ].join(" ");
}

/** Throws an error with the executor's own message if it rejects the functions, because asking again would not help. */
function requireNoRefusal(body: string): false {
  const problem = refusalIn(body);
  if (problem !== null) throw new Error(problem);
  return false;
}

const refused = z.object({ status: z.literal("refused"), problem: z.string() });

/** Returns the message of a rejection, or null if the executor is merely not ready yet. */
export function refusalIn(body: string): string | null {
  const { data } = refused.safeParse(parseJson(body));
  if (!data) return null;
  return `it rejects the application's functions: ${data.problem.replace(/\.$/, "")}`;
}
