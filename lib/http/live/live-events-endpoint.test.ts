import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { makeApiContext } from "@/lib/http/testing/api-context.fixture";
import { createManualTimers, settled } from "@/lib/kernel/testing/manual-timers.fixture";
import {
  createSessionTurns,
  type LiveEventsParts,
  liveEventsEndpoint,
  STREAMS_MAX,
} from "./live-events-endpoint";

const ADMINISTRATOR = {
  ...{
    id: "019cbc00-0000-7000-8000-0000000000c1",
    email: "a@example.com",
    role: "reader" as const,
    name: "A",
  },
  since: new Date("2026-01-01T00:00:00Z"),
  sessionId: "019cbc00-0000-7000-8000-0000000000c2",
  lacksSecondFactor: false,
};

/** Creates the event streams of one process. The test controls their session checks. */
function makeStreams() {
  const timers = createManualTimers();
  const lookups: (() => void)[] = [];
  const counts = { running: 0, runningMax: 0, checked: 0 };
  let areHeld = false;
  const authenticateUser = async () => {
    counts.running += 1;
    counts.runningMax = Math.max(counts.runningMax, counts.running);
    if (areHeld) await new Promise<void>((resolve) => lookups.push(resolve));
    counts.running -= 1;
    counts.checked += 1;
    return ADMINISTRATOR;
  };
  const parts: LiveEventsParts = {
    feed: { listen: () => () => undefined, listenerCount: 0 },
    ...{ timers, stopping: null, sessionTurns: createSessionTurns() },
  };
  const endpoint = liveEventsEndpoint(() => parts);
  const open = async () => {
    const away = new AbortController();
    const request = new Request("http://127.0.0.1/api/cockpit/events", { signal: away.signal });
    await endpoint(
      { ...makeApiContext(), authenticateUser },
      { request, requestId: "1", rateLimitStatuses: [] },
      {},
    );
    return away;
  };
  return {
    ...{ timers, counts, open },
    hold: () => {
      areHeld = true;
    },
    letOneGo: async () => {
      lookups.shift()?.();
      await settled();
    },
    isAnyHeld: () => lookups.length > 0,
  };
}

/** Opens as many streams as a process allows. */
async function openAll() {
  const made = makeStreams();
  const streams = [];
  for (let count = 0; count < STREAMS_MAX; count += 1) streams.push(await made.open());
  Object.assign(made.counts, { runningMax: 0, checked: 0 });
  made.hold();
  return { ...made, streams };
}

/** Requests as many streams as a process allows, all at the same time. */
async function openAtOnce() {
  const made = makeStreams();
  made.hold();
  const openings = Array.from({ length: STREAMS_MAX }, made.open);
  await settled();
  return { ...made, openings };
}

test("at most two sessions are checked at a time, even if many streams are open, and every session gets checked", async () => {
  const { timers, counts, letOneGo, isAnyHeld } = await openAll();
  await timers.pass(5_000);
  while (isAnyHeld()) await letOneGo();
  expect(counts).toEqual({ running: 0, runningMax: 2, checked: STREAMS_MAX });
});

test("at most two sessions are checked at a time, even if all streams open at the same time", async () => {
  const { counts, openings, letOneGo, isAnyHeld } = await openAtOnce();
  while (isAnyHeld()) await letOneGo();
  await Promise.all(openings);
  expect(counts).toEqual({ running: 0, runningMax: 2, checked: STREAMS_MAX });
});

test("the session of a stream that ended while its check was queued is not checked", async () => {
  const { timers, counts, streams, letOneGo, isAnyHeld } = await openAll();
  await timers.pass(5_000);
  for (const away of streams) away.abort();
  while (isAnyHeld()) await letOneGo();
  expect(counts.checked).toBe(2);
});

test("a stream ends when its request is aborted, even after a garbage collection", async () => {
  const { timers, streams } = await openAll();
  expect(timers.waitingCount()).toBe(2 * STREAMS_MAX);
  await settled();
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  await settled();
  for (const away of streams) away.abort();
  expect(timers.waitingCount()).toBe(0);
});
