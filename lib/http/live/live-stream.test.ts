import { describe, expect, test } from "vitest";
import { createManualTimers, settled } from "@/lib/kernel/testing/manual-timers.fixture";
import type { LiveNews } from "@/lib/live/ports";
import type { LiveListener } from "@/lib/live/use-cases/live-feed";
import { openLiveStream } from "./live-stream";

const NEWS: LiveNews = {
  assetIdentifiers: ["A"],
  areAssetsChanged: false,
  areNotificationsChanged: false,
  isTooMuch: false,
};
const READY = "event: ready\ndata: {}\n\n";
const BEAT = "event: beat\ndata: {}\n\n";
const SIGNED_OUT = "event: signed-out\ndata: {}\n\n";
const REPLACED = "event: replaced\ndata: {}\n\n";

/** Creates a stream. The test controls its feed. */
function arrange(isSignedIn: () => Promise<boolean> = async () => true) {
  const timers = createManualTimers();
  const ending = new AbortController();
  const listeners = new Set<LiveListener>();
  const listen = (listener: LiveListener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const replaced = new AbortController();
  const stream = openLiveStream({
    feed: { listen },
    isSignedIn,
    timers,
    sessionTurns: (ask) => ask(),
    enrol: (replace) => {
      replaced.signal.addEventListener("abort", replace);
      return () => replaced.signal.removeEventListener("abort", replace);
    },
    endings: [new AbortController().signal, ending.signal],
  });
  const reader = stream.getReader();
  const read = async () => {
    const { done, value } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  const say = (news: LiveNews) => {
    for (const listener of listeners) listener.onNews(news);
  };
  const ready = () => {
    for (const listener of listeners) listener.onReady();
  };
  return { timers, ending, replaced, listeners, reader, read, say, ready };
}

describe("an event stream", () => {
  test("sends the ready event first, and then each update", async () => {
    const { ready, say, read } = arrange();
    ready();
    say(NEWS);
    expect(await read()).toBe(READY);
    expect(await read()).toBe(`event: changed\ndata: ${JSON.stringify(NEWS)}\n\n`);
  });

  test("sends a heartbeat every 15 s, both before and after the ready event", async () => {
    const { timers, read } = arrange();
    await timers.pass(30_000);
    expect(await read()).toBe(BEAT);
    expect(await read()).toBe(BEAT);
  });

  test("buffers little while nobody reads it, and later sends an event to reload everything", async () => {
    const { say, read } = arrange();
    const many = { ...NEWS, assetIdentifiers: ["x".repeat(1_000)] };
    for (let count = 0; count < 1_000; count += 1) say(many);
    let byteCount = 0;
    for (;;) {
      const text = await read();
      if (text?.includes('"isTooMuch":true')) break;
      byteCount += 1;
    }
    expect(byteCount).toBeLessThan(70);
    say(NEWS);
    expect(await read()).toContain('["A"]');
  });
});

describe("a stream ends and releases its resources", () => {
  const expectEnded = async ({ read, listeners, timers }: ReturnType<typeof arrange>) => {
    expect(await read()).toBeNull();
    expect(listeners.size).toBe(0);
    expect(timers.waitingCount()).toBe(0);
  };

  test("when its request or its process ends", async () => {
    const arranged = arrange();
    arranged.ending.abort();
    await expectEnded(arranged);
  });

  test("when its reader disconnects", async () => {
    const arranged = arrange();
    await arranged.reader.cancel();
    await expectEnded(arranged);
  });

  test("with an event that says why, within 5 s after its session has ended", async () => {
    let isSignedIn = true;
    const arranged = arrange(async () => isSignedIn);
    await arranged.timers.pass(5_000);
    isSignedIn = false;
    expect(arranged.listeners.size).toBe(1);
    await arranged.timers.pass(5_000);
    expect(await arranged.read()).toBe(SIGNED_OUT);
    await expectEnded(arranged);
  });

  test("with an event that says why when it is replaced, even if nobody has read the events before it", async () => {
    const arranged = arrange();
    const many = { ...NEWS, assetIdentifiers: ["x".repeat(1_000)] };
    for (let count = 0; count < 1_000; count += 1) arranged.say(many);
    arranged.replaced.abort();
    let last: string | null = null;
    for (let text = await arranged.read(); text !== null; text = await arranged.read()) last = text;
    expect(last).toBe(REPLACED);
    await expectEnded(arranged);
  });

  test("but stays open if its session cannot be checked", async () => {
    const arranged = arrange(() => Promise.reject(new Error("away")));
    await arranged.timers.pass(14_000);
    await settled();
    expect(arranged.listeners.size).toBe(1);
    await arranged.timers.pass(1_000);
    expect(await arranged.read()).toBe(BEAT);
  });
});
