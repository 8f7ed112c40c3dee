import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { createDrivenClock } from "./engine/driven-clock.fixture";
import {
  appWith,
  makeDatabase,
  makeEvent,
  makeExecutor,
  onlyRun,
  query,
  startExecutor,
} from "./executor.fixture";

const UNDER_LOAD = { timeout: 20_000 };

/** Terminates connections from outside, as an administrator or a failing server does. */
const endConnections = (url: string, applicationName: string) =>
  query(
    url,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like $1 || '%'",
    [applicationName],
  );

/** Creates a function with two steps; the first signals that it is running and returns when the test releases it. */
function twoSteps() {
  const signals = new EventTarget();
  const started = once("started");
  const mayEnd = once("end");
  let count = 0;
  const callApp = appWith((client) => [
    client.createFunction({ id: "f", triggers: { event: "go" } }, async ({ step }) => {
      await step.run("first", async () => {
        count += 1;
        signals.dispatchEvent(new Event("started"));
        await mayEnd;
      });
      return step.run("second", () => "done");
    }),
  ]);
  const release = () => signals.dispatchEvent(new Event("end"));
  return { callApp, started, release, count: () => count };

  function once(name: string): Promise<unknown> {
    return new Promise((resolve) => signals.addEventListener(name, resolve, { once: true }));
  }
}

describe("ownership", () => {
  test("a second executor starts once the first one has stopped, and completes the first one's runs", async () => {
    const url = await makeDatabase();
    const app = twoSteps();
    const first = await startExecutor(url, app.callApp);
    await first.executor.send([makeEvent("go")]);
    await app.started;
    const second = makeExecutor(url, app.callApp);
    const events: string[] = [];
    const starting = second.executor.start().then(() => events.push("started"));
    await first.executor.stop().then(() => events.push("stopped"));
    await starting;
    expect(events).toEqual(["stopped", "started"]);

    app.release();
    await second.executor.synced();
    await second.executor.settled();
    expect(await onlyRun(second.executor)).toMatchObject({ status: "completed", result: "done" });
    expect(app.count()).toBe(2);
  });

  test("is lost when the connection that holds the lock is lost, and then the app is no longer called", async () => {
    const url = await makeDatabase();
    const app = twoSteps();
    const { executor, losses } = await startExecutor(url, app.callApp);
    await executor.send([makeEvent("go")]);
    await app.started;
    await endConnections(url, "inngest-executor-waiting");
    await vi.waitFor(() => expect(losses).toHaveLength(1), UNDER_LOAD);

    app.release();
    await executor.settled();
    expect(executor.state().liveRuns).toBe(0);
    await expect(executor.send([makeEvent("go")])).rejects.toThrow("has been stopped");
    expect(await onlyRun(executor)).toMatchObject({ status: "running", steps: [] });
  });

  test.each([
    { connectionName: "inngest-executor", options: {} },
    { connectionName: "my-app", options: { connectionName: "my-app" } },
  ])(
    "begins only when no statement of the previous owner can still be committed, if connections are called $connectionName",
    async ({ connectionName, options }) => {
      const url = await makeDatabase();
      const leftover = new pg.Client({
        connectionString: url,
        application_name: `${connectionName}-owner`,
      });
      const ended = new Promise((resolve) => leftover.on("error", resolve));
      await leftover.connect();
      await leftover.query("begin");
      const { executor } = makeExecutor(url, twoSteps().callApp, options);
      await executor.start();
      await ended;
      await expect(leftover.query("commit")).rejects.toThrow();
      const names = await query<{ application_name: string }>(
        url,
        "select application_name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      for (const { application_name } of names) expect(application_name).toContain(connectionName);
      expect(names.length).toBeGreaterThan(0);
    },
  );

  test("of a database that does not exist fails immediately", async () => {
    const url = new URL(await makeDatabase());
    url.pathname = "/no_such_database";
    const { executor } = makeExecutor(url.href, twoSteps().callApp);
    await expect(executor.start()).rejects.toThrow(/does not exist/);
  });
});

describe("a statement that fails", () => {
  test("because its connection ended is retried, and the step is saved once", async () => {
    const url = await makeDatabase();
    const app = twoSteps();
    const { executor, logLines } = await startExecutor(url, app.callApp);
    await executor.send([makeEvent("go")]);
    await app.started;
    await endConnections(url, "inngest-executor-owner");
    app.release();
    await vi.waitFor(
      async () => expect(await onlyRun(executor)).toMatchObject({ status: "completed" }),
      UNDER_LOAD,
    );
    const { steps } = await onlyRun(executor);
    expect(steps.map(({ name }) => name)).toEqual(["first", "second"]);
    // The statement fails only if the pool has not noticed yet that the connection ended.
    const errors = logLines.filter(({ level }) => level === "error");
    expect(errors.filter(({ message }) => !/terminat/i.test(message))).toEqual([]);
  });

  test("because a table is missing is retried until it succeeds", async () => {
    const url = await makeDatabase();
    const app = twoSteps();
    const { executor, logLines } = await startExecutor(`${url}`, app.callApp);
    await executor.send([makeEvent("go")]);
    await app.started;
    await query(url, "alter table inngest_embedded.step rename to hidden");
    app.release();
    await vi.waitFor(
      () => expect(logLines.map(({ level }) => level)).toContain("error"),
      UNDER_LOAD,
    );
    expect(await query(url, "select status from inngest_embedded.run")).toEqual([
      { status: "running" },
    ]);
    await query(url, "alter table inngest_embedded.hidden rename to step");
    await vi.waitFor(
      async () => expect(await onlyRun(executor)).toMatchObject({ status: "completed" }),
      UNDER_LOAD,
    );
  });

  test("because its values cannot be stored fails the run with an explanation", async () => {
    const url = await makeDatabase();
    const callApp = appWith((client) => [
      client.createFunction({ id: "f", triggers: { event: "go" } }, ({ step }) =>
        step.sleepUntil("too long", "+275000-01-01T00:00:00.000Z"),
      ),
    ]);
    const { executor } = await startExecutor(url, callApp);
    await executor.send([makeEvent("go")]);
    await executor.settled();
    const run = await onlyRun(executor);
    expect(run.status).toBe("failed");
    expect(run.error?.message).toMatch(/\.$/);
  });

  test("while it stores events rejects the send, and a repeated send starts the run once", async () => {
    const url = await makeDatabase();
    const app = twoSteps();
    app.release();
    const { executor } = await startExecutor(url, app.callApp);
    await query(url, "alter table inngest_embedded.event rename to hidden");
    const event = makeEvent("go");
    await expect(executor.send([event])).rejects.toThrow();
    await query(url, "alter table inngest_embedded.hidden rename to event");
    await executor.send([event]);
    await executor.send([event]);
    await executor.settled();
    expect(await onlyRun(executor)).toMatchObject({ status: "completed", eventId: event.id });
  });
});

test("a run is found after a failure even if the response to its commit was lost", async () => {
  const url = await makeDatabase();
  const clock = createDrivenClock(Date.now());
  const app = twoSteps();
  app.release();
  const { executor } = await startExecutor(url, app.callApp, { clock });
  // Simulates a commit whose response was lost: the rows are in the database, but the run is not in memory.
  await query(
    url,
    `insert into inngest_embedded.run (id, function_id, event_id, event, seen_position, status, phase, due_at, created_at, changed_at)
     values (gen_random_uuid(), 'app-f', 'lost', '{"id":"lost","name":"go","ts":1,"data":{}}', 0, 'running', 'call', now() - interval '1 s', now(), now())`,
  );
  await query(url, "alter table inngest_embedded.event rename to hidden");
  await expect(executor.send([makeEvent("other")])).rejects.toThrow();
  await query(url, "alter table inngest_embedded.hidden rename to event");
  clock.advanceBy(500);
  await executor.settled();
  expect(await onlyRun(executor)).toMatchObject({ status: "completed", eventId: "lost" });
});

test("an executor that has not started rejects events and reports that it has not started", async () => {
  const { executor } = makeExecutor("postgresql://nowhere.example/none", twoSteps().callApp);
  expect(executor.state()).toMatchObject({ isSynced: false, liveRuns: 0 });
  await expect(executor.send([])).rejects.toThrow(/start\(\)/);
});
