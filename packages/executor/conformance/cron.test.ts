import { describe, expect } from "vitest";
import type { EngineUnderTest } from "./engine.fixture";
import { oneFunction, testOverBoth } from "./test-over-both";

const MINUTE_MS = 60_000;

const everyMinute = oneFunction(({ event }) => event, { triggers: { cron: "* * * * *" } });

/** Advances to 30 s past a full minute. */
const toHalfPastMinute = async (engine: EngineUnderTest) => {
  await engine.pass(MINUTE_MS - (engine.now() % MINUTE_MS) + MINUTE_MS / 2);
};

describe("a cron function", () => {
  testOverBoth("runs once each minute, and its event contains the expression", async (start) => {
    const engine = await start(everyMinute);
    await toHalfPastMinute(engine);
    const before = (await engine.runs()).length;
    await engine.pass(3 * MINUTE_MS);

    const runs = await engine.runs();
    expect(runs).toHaveLength(before + 3);
    expect(runs.at(-1)).toMatchObject({
      status: "completed",
      result: { name: "inngest/scheduled.timer", data: { cron: "* * * * *" } },
    });
  });

  testOverBoth("does not run again in the same minute after a restart", async (start) => {
    const engine = await start(everyMinute);
    await toHalfPastMinute(engine);
    const before = (await engine.runs()).length;
    for (let restart = 1; restart <= 3; restart += 1) {
      await engine.stopExecutor();
      await engine.startExecutor();
      await engine.pass(1000);
    }

    expect(await engine.runs()).toHaveLength(before);
    await engine.pass(MINUTE_MS);
    expect(await engine.runs()).toHaveLength(before + 1);
  });

  testOverBoth("makes up for missed ticks with a single run", async (start) => {
    const engine = await start(everyMinute);
    await toHalfPastMinute(engine);
    const before = (await engine.runs()).length;
    await engine.stopExecutor();
    engine.tick(5 * MINUTE_MS);
    await engine.startExecutor();
    await engine.pass(1000);

    expect(await engine.runs()).toHaveLength(before + 1);
    await engine.pass(MINUTE_MS);
    expect(await engine.runs()).toHaveLength(before + 2);
  });

  testOverBoth("follows the time zone in its expression", async (start) => {
    const engine = await start(
      oneFunction(() => "done", { triggers: { cron: "TZ=Asia/Kolkata 0 * * * *" } }),
    );
    const hourMs = 60 * MINUTE_MS;
    // India's time zone is half an hour off, so a full hour there is half past the hour in UTC.
    await engine.pass(hourMs - (engine.now() % hourMs) + MINUTE_MS);
    const before = (await engine.runs()).length;
    await engine.pass(28 * MINUTE_MS);
    expect(await engine.runs()).toHaveLength(before);
    await engine.pass(MINUTE_MS);
    expect(await engine.runs()).toHaveLength(before + 1);
  });

  testOverBoth("stops running once it is no longer served", async (start) => {
    const engine = await start(everyMinute);
    engine.deploy(oneFunction(() => "done"));
    await engine.sync();
    const before = (await engine.runs()).length;
    await engine.pass(3 * MINUTE_MS);

    expect(await engine.runs()).toHaveLength(before);
  });
});

describe("a cron function is not held up", () => {
  testOverBoth("by events that were sent with the ids of its ticks", async (start) => {
    const engine = await start(everyMinute);
    await toHalfPastMinute(engine);
    const before = (await engine.runs()).length;
    const minute = (offsetMs: number) => new Date(engine.now() + offsetMs).toISOString();
    const id = `cron-app-f-${minute(MINUTE_MS).slice(0, 16)}Z`;
    await engine.trigger("other", {}, id);
    await engine.pass(MINUTE_MS);

    const runs = await engine.runs();
    expect(runs).toHaveLength(before + 1);
    expect(runs.at(-1)?.eventId).toBe(id);
  });

  testOverBoth("by a clock that was once far ahead", async (start) => {
    const engine = await start(everyMinute);
    await toHalfPastMinute(engine);
    const before = (await engine.runs()).length;
    await engine.query("update inngest_embedded.cron set next_at = next_at + interval '10 years'");
    await engine.stopExecutor();
    await engine.startExecutor();
    await engine.pass(MINUTE_MS);
    expect(await engine.runs()).toHaveLength(before + 1);
  });
});
