import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createHttpTransport } from "@stagedoor/executor/http-transport";
import { callBody } from "@stagedoor/executor/protocol/call-request";
import { signRequest } from "@stagedoor/executor/protocol/signature";
import pg from "pg";
import { onLauncherGone, readLauncherConfiguration } from "@/embedded/launcher-pipe";
import { APP_ID, CALLS_MAX, FUNCTION_ID, STEPS_PER_RUN, stepName } from "./workload";

/**
 * The practical limit: per step, one POST of the executor's own body, signed before the clock starts, and one committed
 * row. It makes no decisions, does not store state and could not resume after a crash.
 */

/** The configuration, which the bench writes as the first line on standard input. */
export interface BareConfiguration {
  readonly port: number;
  readonly appUrl: string;
  readonly databaseUrl: string;
  readonly signingKey: string;
}

interface BareRun {
  readonly id: string;
  readonly bodies: readonly string[];
}

// Only the bench starts this program, and the bench writes exactly this configuration.
const { port, appUrl, databaseUrl, signingKey } =
  (await readLauncherConfiguration()) as BareConfiguration;
const callApp = createHttpTransport(appUrl);
const pool = new pg.Pool({ connectionString: databaseUrl, max: CALLS_MAX });
const search = `?fnId=${APP_ID}-${FUNCTION_ID}&stepId=step`;

/** Prepares the calls of a run; the last call ends the run. */
function prepareRun(): BareRun {
  const id = randomUUID();
  const ts = Date.now();
  const event = { id: randomUUID(), name: FUNCTION_ID, ts, data: {} };
  const steps = Array.from({ length: STEPS_PER_RUN }, (_, index) => ({
    id: createHash("sha1")
      .update(stepName(index + 1))
      .digest("hex"),
    data: index + 1,
  }));
  const bodies = Array.from({ length: STEPS_PER_RUN + 1 }, (_, done) =>
    callBody({
      runId: id,
      event,
      steps: steps.slice(0, done),
      attempt: 0,
      attemptsMax: 5,
      requestVersion: done === 0 ? -1 : 2,
    }),
  );
  return { id, bodies };
}

/** Limits how many calls run at the same time; the others wait in order of arrival, as they do in the executor. */
function createSlots(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    take: () =>
      new Promise<void>((resolve) => {
        if (free === 0) return waiting.push(resolve);
        free -= 1;
        resolve();
      }),
    give: () => {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}

async function carryOut(
  { id, bodies }: BareRun,
  slots: ReturnType<typeof createSlots>,
): Promise<void> {
  for (const [index, body] of bodies.entries()) {
    const headers = {
      "content-type": "application/json",
      "x-inngest-signature": signRequest(body, signingKey, Date.now()),
      "x-run-id": id,
      "x-inngest-req-version": index === 0 ? "-1" : "2",
      "x-inngest-server-kind": "cloud",
    };
    await slots.take();
    const answer = await callApp({ method: "POST", search, headers, body });
    slots.give();
    const expected = index === STEPS_PER_RUN ? 200 : 206;
    if (answer.status !== expected) throw new Error(`${answer.status}: ${answer.body}`);
    await pool.query({
      name: "insert",
      text: "INSERT INTO bare_step (run_id, position, answer) VALUES ($1, $2, $3)",
      values: [id, index, answer.body],
    });
  }
}

async function burst(runCount: number): Promise<void> {
  const runs = Array.from({ length: runCount }, prepareRun);
  const slots = createSlots(CALLS_MAX);
  await Promise.all(runs.map((run) => carryOut(run, slots)));
}

await pool.query(
  "CREATE TABLE IF NOT EXISTS bare_step (run_id uuid, position int, answer json, PRIMARY KEY (run_id, position))",
);
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  burst(Number(searchParams.get("runs"))).then(
    () => response.end("done"),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(port, "127.0.0.1", () => process.stdout.write('{"ready":true}\n'));
onLauncherGone(() => process.exit(0));
