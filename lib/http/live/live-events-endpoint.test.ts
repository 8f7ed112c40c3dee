import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { makeApiContext } from "@/lib/http/testing/api-context.fixture";
import { createManualTimers, settled } from "@/lib/kernel/testing/manual-timers.fixture";
import {
  createSessionTurns,
  type LiveEventsParts,
  liveEventsEndpoint,
  STREAMS_MAX,
  STREAMS_OF_USER_MAX,
} from "./live-events-endpoint";
import { UserStreams } from "./live-stream";

const USER = {
  id: "019cbc00-0000-7000-8000-0000000000c1",
  email: "a@example.com",
  role: "reader" as const,
  name: "A",
  since: new Date("2026-01-01T00:00:00Z"),
  sessionId: "019cbc00-0000-7000-8000-0000000000c2",
  lacksSecondFactor: false,
};

/**
 * Creates the event streams of one process. The test controls their session checks. Each user opens as many as a user
 * may have, unless the test says who opens a stream.
 */
function makeStreams() {
  const timers = createManualTimers();
  const lookups: (() => void)[] = [];
  const counts = { running: 0, runningMax: 0, checked: 0 };
  let areHeld = false;
  let listenerCount = 0;
  let opened = 0;
  const authenticateUser = async (headers: Pick<Headers, "get">) => {
    counts.running += 1;
    counts.runningMax = Math.max(counts.runningMax, counts.running);
    if (areHeld) await new Promise<void>((resolve) => lookups.push(resolve));
    counts.running -= 1;
    counts.checked += 1;
    return { ...USER, id: headers.get("x-user") ?? "" };
  };
  const feed: LiveEventsParts["feed"] = {
    listen: () => {
      listenerCount += 1;
      return () => {
        listenerCount -= 1;
      };
    },
    get listenerCount() {
      return listenerCount;
    },
  };
  const parts: LiveEventsParts = {
    feed,
    timers,
    stopping: null,
    sessionTurns: createSessionTurns(),
    userStreams: new UserStreams(),
  };
  const endpoint = liveEventsEndpoint(() => parts);
  const openAs = async (user: string) => {
    const away = new AbortController();
    const request = new Request("http://127.0.0.1/api/cockpit/events", {
      headers: { "x-user": user },
      signal: away.signal,
    });
    const { stream } = await endpoint(
      { ...makeApiContext(), authenticateUser },
      { request, requestId: "1", rateLimitStatuses: [] },
      {},
    );
    return { away, stream };
  };
  const open = async () => {
    opened += 1;
    return (await openAs(`user ${Math.ceil(opened / STREAMS_OF_USER_MAX)}`)).away;
  };
  return {
    timers,
    counts,
    feed,
    open,
    openAs,
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
  const parts = makeStreams();
  const streams = [];
  for (let count = 0; count < STREAMS_MAX; count += 1) streams.push(await parts.open());
  Object.assign(parts.counts, { runningMax: 0, checked: 0 });
  parts.hold();
  return { ...parts, streams };
}

/** Requests as many streams as a process allows, all at the same time. */
async function openAtOnce() {
  const streams = makeStreams();
  streams.hold();
  const openings = Array.from({ length: STREAMS_MAX }, streams.open);
  await settled();
  return { ...streams, openings };
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

describe("a user may have ten streams", () => {
  test("and an eleventh ends the oldest, with an event that says why", async () => {
    const { feed, openAs } = makeStreams();
    const [oldest] = await openMany(STREAMS_OF_USER_MAX, () => openAs("ada"));
    await openAs("ada");
    expect(await readAll(oldest?.stream)).toBe("event: replaced\ndata: {}\n\n");
    expect(feed.listenerCount).toBe(STREAMS_OF_USER_MAX);
  });

  test("however fast they open them, so that the others can always open theirs", async () => {
    const { feed, openAs } = makeStreams();
    await Promise.all(Array.from({ length: STREAMS_MAX }, () => openAs("ada")));
    expect(feed.listenerCount).toBe(STREAMS_OF_USER_MAX);
    await openAs("kim");
    expect(feed.listenerCount).toBe(STREAMS_OF_USER_MAX + 1);
  });

  test("and those that have ended do not count", async () => {
    const { feed, openAs } = makeStreams();
    const opened = await openMany(STREAMS_OF_USER_MAX, () => openAs("ada"));
    opened[3]?.away.abort();
    await openAs("ada");
    expect(feed.listenerCount).toBe(STREAMS_OF_USER_MAX);
    await openAs("ada");
    expect(await readAll(opened[0]?.stream)).toContain("replaced");
    expect(feed.listenerCount).toBe(STREAMS_OF_USER_MAX);
  });

  test("and replaces an own one while the process has no stream left for others", async () => {
    const { openAs, open } = makeStreams();
    await openMany(STREAMS_MAX, open);
    await expect(openAs("kim")).rejects.toMatchObject({ code: "too-many-streams" });
    await expect(openAs("user 1")).resolves.toBeDefined();
  });

  test("and nothing is kept of a user whose streams have ended", async () => {
    const userStreams = new UserStreams();
    const leave = userStreams.add("ada", () => undefined);
    userStreams.add("kim", () => undefined);
    leave();
    expect(userStreams.userCount).toBe(1);
  });
});

/** Opens streams one after the other. */
async function openMany<Opened>(count: number, open: () => Promise<Opened>): Promise<Opened[]> {
  const opened: Opened[] = [];
  while (opened.length < count) opened.push(await open());
  return opened;
}

/** Returns everything that a stream sends until it ends. */
const readAll = (stream: ReadableStream<Uint8Array> | undefined) =>
  new Response(stream ?? null).text();

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
