import { describe, expect, test } from "vitest";
import type { LiveEvent } from "@/lib/http/live/cockpit-schemas";
import { LiveConnection, type LiveNews } from "./live-connection";

const NEWS: LiveEvent = {
  assetIdentifiers: ["BLD-0001"],
  areAssetsChanged: false,
  areNotificationsChanged: false,
  isTooMuch: false,
};

class FakeSource {
  isClosed = false;
  readonly #listeners = new Map<string, (event: Event) => void>();
  addEventListener = (name: string, listener: unknown) => {
    this.#listeners.set(name, listener as (event: Event) => void);
  };
  close = () => {
    this.isClosed = true;
  };
  say(name: string, data: unknown = {}) {
    this.#listeners.get(name)?.({ data: JSON.stringify(data) } as unknown as Event);
  }
}

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

function arrange() {
  const sources: FakeSource[] = [];
  const timers = new Set<Timer>();
  const heard: LiveNews[] = [];
  const log = { signedOut: 0 };
  let nowMs = 0;
  const connection = new LiveConnection(
    {
      nowMs: () => nowMs,
      open: () => {
        const source = new FakeSource();
        sources.push(source);
        return source as unknown as EventSource;
      },
      setTimer: (run, ms) => {
        const timer = { dueMs: nowMs + ms, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    () => {
      log.signedOut += 1;
    },
  );
  connection.onNews((news) => heard.push(news));
  const pass = (ms: number) => {
    const endMs = nowMs + ms;
    for (;;) {
      const [next] = [...timers].filter((timer) => timer.dueMs <= endMs).sort(byTime);
      if (!next) break;
      timers.delete(next);
      nowMs = next.dueMs;
      next.run();
    }
    nowMs = endMs;
  };
  const latest = () => {
    const source = sources.at(-1);
    if (!source) throw new Error("no stream was opened");
    return source;
  };
  connection.start();
  return { connection, sources, latest, heard, log, pass, timers };
}

const byTime = (a: Timer, b: Timer) => a.dueMs - b.dueMs;

describe("while the stream is open, the connection", () => {
  test("reports updates as they arrive", () => {
    const { connection, latest, heard } = arrange();
    expect(connection.state).toBe("connecting");
    latest().say("ready");
    latest().say("changed", NEWS);
    expect(connection.state).toBe("live");
    expect(heard).toEqual(["everything", NEWS]);
  });

  test("reports that anything may have changed when the stream opens, because the page is older", () => {
    const { latest, heard } = arrange();
    expect(heard).toEqual([]);
    latest().say("ready");
    expect(heard).toEqual(["everything"]);
  });

  test("replays the updates from the last 10 s to a late listener, and nothing older", () => {
    const { connection, latest, pass } = arrange();
    latest().say("ready");
    pass(1_000);
    latest().say("changed", NEWS);
    pass(10_000);
    const late: LiveNews[] = [];
    connection.onNews((news) => late.push(news));
    expect(late).toEqual([NEWS]);
    pass(1);
    const tooLate: LiveNews[] = [];
    connection.onNews((news) => tooLate.push(news));
    expect(tooLate).toEqual([]);
  });

  test("reports that anything may have changed if there is too much to list", () => {
    const { latest, heard } = arrange();
    latest().say("changed", { ...NEWS, isTooMuch: true });
    expect(heard).toEqual(["everything"]);
  });

  test("stays open while heartbeats arrive, and counts as lost after 35 s of silence", () => {
    const { connection, latest, sources, pass } = arrange();
    latest().say("ready");
    pass(30_000);
    latest().say("beat");
    pass(30_000);
    expect(connection.state).toBe("live");
    pass(5_000);
    expect(sources[0]?.isClosed).toBe(true);
    expect(connection.state).toBe("polling");
  });
});

describe("when the stream is lost, the connection", () => {
  test("reports that anything may have changed every 5 s, and immediately once the stream is back", () => {
    const { connection, latest, heard, pass } = arrange();
    latest().say("ready");
    heard.length = 0;
    latest().say("error");
    expect(connection.state).toBe("polling");
    pass(4_999);
    expect(heard).toEqual([]);
    pass(1);
    expect(heard).toEqual(["everything"]);
    latest().say("ready");
    expect(heard).toEqual(["everything", "everything"]);
    expect(connection.state).toBe("live");
    pass(10_000);
    expect(heard).toHaveLength(2);
  });

  test("keeps trying to reopen the stream, after growing pauses", () => {
    const { latest, sources, pass } = arrange();
    for (const pauseMs of [1_000, 2_000, 5_000, 10_000, 30_000, 30_000]) {
      const before = sources.length;
      latest().say("error");
      pass(pauseMs - 1);
      expect(sources).toHaveLength(before);
      pass(1);
      expect(sources).toHaveLength(before + 1);
    }
  });

  test("ignores updates that still arrive from a lost stream", () => {
    const { sources, latest, heard, pass } = arrange();
    latest().say("error");
    pass(1_000);
    sources[0]?.say("changed", NEWS);
    expect(heard).toEqual([]);
  });
});

describe("when the stream is replaced by one of the user's other pages, the connection", () => {
  test("polls, and does not take the stream back while nobody turns to this page", () => {
    const { connection, latest, sources, heard, pass } = arrange();
    latest().say("ready");
    heard.length = 0;
    latest().say("replaced");
    latest().say("error");
    expect(connection.state).toBe("replaced");
    expect(sources[0]?.isClosed).toBe(true);
    pass(3_600_000);
    expect(sources).toHaveLength(1);
    expect(heard).toEqual(Array.from({ length: 720 }, () => "everything"));
  });

  test("opens a stream once somebody turns to this page, and then stops polling", () => {
    const { connection, latest, sources, heard, pass } = arrange();
    latest().say("ready");
    latest().say("replaced");
    heard.length = 0;
    connection.start();
    expect(sources).toHaveLength(2);
    latest().say("ready");
    expect(connection.state).toBe("live");
    pass(30_000);
    expect(heard).toEqual(["everything"]);
  });

  test("opens a stream once the network is back, because the other pages have lost theirs too", () => {
    const { connection, latest, sources, heard, pass } = arrange();
    latest().say("ready");
    latest().say("replaced");
    connection.setOnline(false);
    heard.length = 0;
    pass(5_000);
    expect(connection.state).toBe("offline");
    expect(heard).toEqual([]);
    connection.setOnline(true);
    latest().say("ready");
    expect(connection.state).toBe("live");
    expect(sources.filter(({ isClosed }) => !isClosed)).toHaveLength(1);
  });

  test("does not leave a timer behind when it stops", () => {
    const { connection, latest, timers } = arrange();
    latest().say("replaced");
    connection.stop();
    expect(timers.size).toBe(0);
  });
});

describe("while the browser is offline, the connection", () => {
  test("replaces a stream that still looks alive, and does not poll", () => {
    const { connection, latest, sources, heard, pass } = arrange();
    latest().say("ready");
    heard.length = 0;
    connection.setOnline(false);
    expect(connection.state).toBe("offline");
    expect(sources[0]?.isClosed).toBe(true);
    latest().say("error");
    pass(20_000);
    expect(connection.state).toBe("offline");
    expect(heard).toEqual([]);
  });

  test("is live again as soon as the network is back, however long the next attempt was to be delayed", () => {
    const { connection, latest, sources, heard, pass } = arrange();
    latest().say("ready");
    heard.length = 0;
    connection.setOnline(false);
    for (const pauseMs of [1_000, 2_000, 5_000, 10_000]) {
      latest().say("error");
      pass(pauseMs);
    }
    latest().say("error");
    const before = sources.length;
    connection.setOnline(true);
    expect(sources).toHaveLength(before + 1);
    latest().say("ready");
    expect(connection.state).toBe("live");
    expect(heard).toEqual(["everything"]);
  });

  test("stays live on a page served from the same machine", () => {
    const { connection, latest, sources } = arrange();
    connection.setOnline(false);
    latest().say("ready");
    expect(connection.state).toBe("live");
    const before = sources.length;
    connection.setOnline(true);
    expect(sources).toHaveLength(before);
  });

  test("does not open a stream for a page that is not visible", () => {
    const { connection, sources } = arrange();
    connection.stop();
    connection.setOnline(false);
    expect(sources).toHaveLength(1);
    expect(connection.state).toBe("connecting");
  });
});

describe("stopping", () => {
  test("does not leave a stream or a timer behind, and reports that anything may have changed after the next start", () => {
    const { connection, latest, sources, heard, timers } = arrange();
    latest().say("ready");
    connection.stop();
    expect(sources[0]?.isClosed).toBe(true);
    expect(timers.size).toBe(0);
    heard.length = 0;
    connection.start();
    latest().say("ready");
    expect(heard).toEqual(["everything"]);
  });

  test("happens when the session ends, and the end is reported once", () => {
    const { connection, latest, log, timers, sources } = arrange();
    latest().say("ready");
    latest().say("signed-out");
    sources[0]?.say("error");
    expect(log.signedOut).toBe(1);
    expect(connection.state).toBe("signed-out");
    expect(timers.size).toBe(0);
  });
});
