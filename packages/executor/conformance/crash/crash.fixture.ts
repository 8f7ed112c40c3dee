import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { makeDatabase } from "../../executor.fixture";
import { type ChildProgram, startAppProgram, startExecutorProgram } from "../child-programs";
import { createEffectTable } from "../effects";

const KEYS = { eventKey: "crash-event-key", signingKey: `signkey-prod-${"ef".repeat(32)}` };
const SOON_MS = 20_000;
const LOOK_AGAIN_MS = 20;

/** Starts a database that has the table of effects, and an app that uses it. */
export async function startSurroundings() {
  const databaseUrl = await makeDatabase();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  await createEffectTable(client);
  const app = await startApp(databaseUrl, 0);
  return { client, databaseUrl, app };
}

async function startApp(
  databaseUrl: string,
  port: number,
  onLine?: (line: unknown) => void,
): Promise<ChildProgram> {
  const configuration = { port, databaseUrl, signingKey: KEYS.signingKey };
  const app = await startAppProgram(configuration, onLine);
  onTestFinished(() => app.stop());
  return app;
}

/** Starts the app again on the same port. Resolves once one of its steps is held. */
export async function startAppUntilHeld(databaseUrl: string, port: number): Promise<ChildProgram> {
  let reportHeld = () => {};
  const held = new Promise<void>((resolve) => {
    reportHeld = resolve;
  });
  const app = await startApp(databaseUrl, port, (line) => {
    if (isHeldLine(line)) reportHeld();
  });
  await held;
  return app;
}

/** Starts an executor that stops when the test ends; resolves once it owns the runs. */
export async function startExecutor(databaseUrl: string, app: ChildProgram): Promise<ChildProgram> {
  const appUrl = `http://127.0.0.1:${app.port}/api/inngest`;
  const executor = await startExecutorProgram({ ...KEYS, port: 0, databaseUrl, appUrl });
  onTestFinished(() => executor.stop());
  return executor;
}

/** Kills the program with kill -9; resolves once it has exited. */
export async function end(program: ChildProgram): Promise<void> {
  program.kill();
  await program.exited;
}

/** Sends one event as soon as the executor accepts events. */
export async function send(executor: ChildProgram, name: string, data: object = {}): Promise<void> {
  const url = `http://127.0.0.1:${executor.port}/e/${KEYS.eventKey}`;
  const body = JSON.stringify([{ id: randomUUID(), name, data, ts: Date.now() }]);
  const isSent = async () => {
    const headers = { "content-type": "application/json" };
    return (await fetch(url, { method: "POST", headers, body })).status === 200;
  };
  await eventually("the event is taken", isSent);
}

/** Polls until the condition holds, because a test cannot await events in other processes. */
export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + SOON_MS;
  while (!(await isSo())) {
    if (Date.now() > deadlineMs) throw new Error(`not within 20 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** Resolves when a step is held. */
export function heldStep(app: ChildProgram): Promise<void> {
  return new Promise((resolve) => {
    app.onLine((line) => {
      if (isHeldLine(line)) resolve();
    });
  });
}

const isHeldLine = (line: unknown) =>
  typeof line === "object" && line !== null && "isHeld" in line && line.isHeld === true;

/** Lets all held steps return. */
export const release = (app: ChildProgram) => process.kill(app.pid, "SIGUSR2");

/** Resolves once no run is live any more. */
export const runEnded = async (client: pg.Client) => {
  const count = "SELECT count(*)::int AS live FROM inngest_embedded.run WHERE status = 'running'";
  await eventually("the run ends", async () => (await client.query(count)).rows[0].live === 0);
};

/** Reads the only run in the database, with the names of its saved steps. */
export async function readRun(client: pg.Client) {
  const { rows } = await client.query(
    `SELECT status, result, phase, (SELECT array_agg(name ORDER BY position)
       FROM inngest_embedded.step WHERE run_id = run.id) AS steps FROM inngest_embedded.run`,
  );
  expect(rows).toHaveLength(1);
  return rows[0];
}
