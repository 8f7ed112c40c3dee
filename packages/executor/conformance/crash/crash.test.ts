import { once } from "node:events";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { countEffects } from "../effects";
import {
  end,
  eventually,
  heldStep,
  readRun,
  release,
  runEnded,
  send,
  startAppUntilHeld,
  startExecutor,
  startSurroundings,
} from "./crash.fixture";

const TWO_STEPS = { steps: 2, heldStep: "step 1" };
const COMPLETED = { status: "completed", result: 2, steps: ["step 1", "step 2"] };

describe("C1 the executor is killed", () => {
  test("during a call: the step is executed again and saved once", async () => {
    const { client, databaseUrl, app } = await startSurroundings();
    const first = await startExecutor(databaseUrl, app);
    const held = heldStep(app);
    await send(first, "work", TWO_STEPS);
    await held;
    await end(first);
    const heldAgain = heldStep(app);
    await startExecutor(databaseUrl, app);
    await heldAgain;
    release(app);
    await runEnded(client);

    expect(await readRun(client)).toMatchObject(COMPLETED);
    expect(await countEffects(client)).toEqual({ steps: 2, repeats: 1 });
  });

  test.each(["before", "after"])(
    "while it saves a result, and its SQL statement ends %s the next executor starts: the step is saved once",
    async (when) => {
      const { client, databaseUrl, app } = await startSurroundings();
      const first = await startExecutor(databaseUrl, app);
      const held = heldStep(app);
      await send(first, "work", TWO_STEPS);
      await held;
      const lock = new pg.Client(databaseUrl);
      await lock.connect();
      onTestFinished(() => lock.end());
      await lock.query("BEGIN");
      await lock.query("SELECT FROM inngest_embedded.run FOR UPDATE");
      release(app);
      const blocked = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(
        "the executor saves the result",
        async () => (await client.query(blocked)).rows[0].count > 0,
      );
      await end(first);
      const heldAgain = heldStep(app);
      if (when === "before") await lock.query("ROLLBACK");
      await startExecutor(databaseUrl, app);
      // If the killed executor's statement was committed, the step is not executed again.
      await Promise.race([heldAgain, ...(when === "before" ? [runEnded(client)] : [])]);
      await lock.query("ROLLBACK");
      release(app);
      await runEnded(client);

      expect(await readRun(client)).toMatchObject(COMPLETED);
      expect((await countEffects(client)).steps).toBe(2);
    },
  );
});

describe("C1 the executor is killed", () => {
  test("right after a commit: the saved step is not executed again", async () => {
    const { client, databaseUrl, app } = await startSurroundings();
    const first = await startExecutor(databaseUrl, app);
    await eventually("the tables exist", async () => {
      const found = "SELECT to_regclass('inngest_embedded.step') IS NOT NULL AS answer";
      return (await client.query(found)).rows[0].answer;
    });
    // PostgreSQL delivers the notification once the insert's transaction is committed.
    await client.query(
      `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN PERFORM pg_notify(''saved'', NEW.name); RETURN NULL; END';
       CREATE TRIGGER tell AFTER INSERT ON inngest_embedded.step FOR EACH ROW EXECUTE FUNCTION tell();
       LISTEN saved`,
    );
    const saved = once(client, "notification");
    await send(first, "work", { steps: 3 });
    await saved;
    await end(first);
    await startExecutor(databaseUrl, app);
    await runEnded(client);

    const { rows } = await client.query("SELECT times FROM effect WHERE step = 'step 1'");
    expect(rows).toEqual([{ times: 1 }]);
    expect(await readRun(client)).toMatchObject({ status: "completed", result: 3 });
  });
});

describe("C2 the executor is down when a run is due", () => {
  test.each([
    ["sleeper", "sleep", ["nap", "after"], "after"],
    ["waiter", "wait", ["wait", "after"], "timed out"],
    ["stumbler", "call", ["stumble"], "stumble"],
  ])("%s continues immediately after startup", async (name, phase, steps, result) => {
    const { client, databaseUrl, app } = await startSurroundings();
    const first = await startExecutor(databaseUrl, app);
    const until = Date.now() + 3000;
    await send(first, name, { until });
    const paused = `SELECT count(*)::int AS count FROM inngest_embedded.run
      WHERE phase = '${phase}' AND due_at > changed_at`;
    await eventually("it pauses", async () => (await client.query(paused)).rows[0].count === 1);
    await end(first);
    await new Promise((resolve) => setTimeout(resolve, until - Date.now()));
    const startedMs = Date.now();
    await startExecutor(databaseUrl, app);
    const readyMs = Date.now() - startedMs;
    await runEnded(client);

    expect(await readRun(client)).toMatchObject({ status: "completed", steps, result });
    expect(Date.now() - startedMs - readyMs).toBeLessThan(3000);
  });
});

describe("C3 the app is killed", () => {
  test("during a step: the step is executed again, without a failed attempt", async () => {
    const { client, databaseUrl, app } = await startSurroundings();
    const executor = await startExecutor(databaseUrl, app);
    const held = heldStep(app);
    await send(executor, "work", TWO_STEPS);
    await held;
    await end(app);
    const next = await startAppUntilHeld(databaseUrl, app.port);
    release(next);
    await runEnded(client);

    expect(await readRun(client)).toMatchObject(COMPLETED);
    const { rows } = await client.query("SELECT * FROM inngest_embedded.attempt");
    expect(rows).toEqual([]);
  });
});

describe("C4 one executor owns the runs", () => {
  test("a second executor waits for the lock and takes over when the first one is killed", async () => {
    const { client, databaseUrl, app } = await startSurroundings();
    const first = await startExecutor(databaseUrl, app);
    const held = heldStep(app);
    await send(first, "work", TWO_STEPS);
    await held;
    let isReady = false;
    const second = startExecutor(databaseUrl, app).then((program) => {
      isReady = true;
      return program;
    });
    const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'inngest-executor-waiting%'`;
    await eventually(
      "the second one waits",
      async () => (await client.query(waiting)).rows[0].count >= 2,
    );
    expect(isReady).toBe(false);

    const heldAgain = heldStep(app);
    await end(first);
    await second;
    await heldAgain;
    release(app);
    await runEnded(client);
    expect(await readRun(client)).toMatchObject(COMPLETED);
  });

  test("an executor that loses the connection holding the lock exits and reports why", async () => {
    const { client, databaseUrl, app } = await startSurroundings();
    const executor = await startExecutor(databaseUrl, app);
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );

    expect(await executor.exited).toBe("exit code 1");
    expect(executor.lastLines()).toContain("no longer owns the runs");
  });
});
