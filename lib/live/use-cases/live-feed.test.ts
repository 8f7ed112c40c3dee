import { describe, expect, test } from "vitest";
import { createChangeSignal } from "@/lib/adapters/system";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { makePorts } from "@/lib/http/testing/in-memory-ports";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { createManualTimers, settled } from "@/lib/kernel/testing/manual-timers.fixture";
import type { LiveChanges, LiveNews } from "@/lib/live/ports";
import { LiveFeed } from "./live-feed";

const EVERY_MS = 300;

/** Sets up a feed of in-memory changes, and records the times of its checks. */
function arrange() {
  const ports = makePorts();
  const timers = createManualTimers();
  const changes = createChangeSignal();
  const log = createInMemoryLogger();
  const looksAtMs: number[] = [];
  let fail: Error | null = null;
  let gate: Promise<void> | null = null;
  const liveChanges: LiveChanges = {
    async look(after) {
      looksAtMs.push(timers.nowMs());
      await gate;
      if (fail) throw fail;
      return ports.liveChanges.look(after);
    },
  };
  const feed = new LiveFeed({ liveChanges, changes, logger: log.logger, timers });
  const listen = () => {
    const heard: (LiveNews | "ready")[] = [];
    const leave = feed.listen({
      onReady: () => heard.push("ready"),
      onNews: (news) => heard.push(news),
    });
    return { heard, leave };
  };
  return {
    timers,
    changes,
    log,
    looksAtMs,
    feed,
    listen,
    change: (identifier: string) => makeDocumentAt(ports, 1, identifier),
    failWith: (error: Error | null) => {
      fail = error;
    },
    /** Makes all following checks wait until the returned function is called. */
    hold: () => {
      let open: () => void = () => undefined;
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
  };
}

const newsOf = (identifier: string) => ({
  assetIdentifiers: [identifier],
  areAssetsChanged: false,
  areNotificationsChanged: false,
  isTooMuch: false,
});

describe("without a listener", () => {
  test("the feed does not query the database, whatever changes are announced", async () => {
    const { timers, changes, looksAtMs } = arrange();
    changes.announce();
    await timers.pass(60_000);
    expect(looksAtMs).toEqual([]);
  });

  test("after the last listener has left, the feed stops querying the database", async () => {
    const { timers, changes, looksAtMs, listen } = arrange();
    const { leave } = listen();
    await timers.pass(0);
    leave();
    changes.announce();
    await timers.pass(60_000);
    expect(looksAtMs).toEqual([0]);
    expect(timers.waitingCount()).toBe(0);
  });
});

describe("listeners", () => {
  test("receive changes made by any process at the next check, and nothing if there are no changes", async () => {
    const { timers, listen, change, looksAtMs } = arrange();
    const { heard } = listen();
    await timers.pass(2 * EVERY_MS);
    expect(heard).toEqual(["ready"]);
    await change("A");
    await timers.pass(EVERY_MS);
    expect(heard).toEqual(["ready", newsOf("A")]);
    expect(looksAtMs).toEqual([0, 300, 600, 900]);
  });

  test("share one check, and a listener that joins later is ready immediately and receives everything from then on", async () => {
    const { timers, listen, change, looksAtMs, feed } = arrange();
    const first = listen();
    await timers.pass(EVERY_MS);
    const second = listen();
    expect(second.heard).toEqual(["ready"]);
    await change("A");
    await timers.pass(EVERY_MS);
    expect(first.heard).toEqual(["ready", newsOf("A")]);
    expect(second.heard).toEqual(first.heard);
    expect(looksAtMs).toHaveLength(3);
    expect(feed.listenerCount).toBe(2);
  });

  test("receive nothing after they leave, and the remaining listeners receive all changes", async () => {
    const { timers, listen, change } = arrange();
    const [stays, leaves] = [listen(), listen()];
    await timers.pass(0);
    leaves.leave();
    leaves.leave();
    await change("A");
    await timers.pass(EVERY_MS);
    expect(stays.heard).toHaveLength(2);
    expect(leaves.heard).toEqual(["ready"]);
  });

  test("that join during a check, after all other listeners have left, are ready when the check ends and miss nothing", async () => {
    const { timers, listen, change, hold } = arrange();
    const open = hold();
    const { leave } = listen();
    await timers.pass(0);
    leave();
    const { heard } = listen();
    await change("A");
    open();
    await settled();
    await timers.pass(EVERY_MS);
    expect(heard[0]).toBe("ready");
    await change("B");
    await timers.pass(EVERY_MS);
    expect(heard.at(-1)).toEqual(newsOf("B"));
  });
});

describe("a change made by this process", () => {
  test("triggers a check immediately, and several changes within 50 ms together trigger one more check", async () => {
    const { timers, listen, changes, looksAtMs } = arrange();
    listen();
    await timers.pass(100);
    for (let count = 0; count < 10; count += 1) changes.announce();
    await timers.pass(10);
    for (let count = 0; count < 10; count += 1) changes.announce();
    await timers.pass(50);
    expect(looksAtMs).toEqual([0, 100, 150]);
  });

  test("that is made during a check triggers another check afterwards", async () => {
    const { timers, listen, changes, looksAtMs, hold } = arrange();
    const open = hold();
    listen();
    await timers.pass(10);
    changes.announce();
    await timers.pass(1_000);
    expect(looksAtMs).toEqual([0]);
    open();
    await settled();
    await timers.pass(0);
    expect(looksAtMs).toEqual([0, 1_010]);
  });
});

describe("while the database does not respond", () => {
  test("listeners receive nothing and the feed checks once a second; afterwards listeners must reload everything", async () => {
    const { timers, listen, change, changes, looksAtMs, failWith, log } = arrange();
    const { heard } = listen();
    await timers.pass(0);
    failWith(new Error("away"));
    await change("A");
    await timers.pass(EVERY_MS);
    changes.announce();
    await timers.pass(2_000);
    expect(heard).toEqual(["ready"]);
    expect(looksAtMs).toEqual([0, 300, 1_300, 2_300]);
    failWith(null);
    await timers.pass(1_000);
    expect(heard).toEqual(["ready", { ...newsOf("A"), isTooMuch: true }]);
    await timers.pass(EVERY_MS);
    expect(heard).toHaveLength(2);
    expect(log.lines().map(({ msg }) => msg)).toEqual([
      "live updates cannot be read and are delayed",
      "live updates work again",
    ]);
  });

  test("no listener is ready until the database responds", async () => {
    const { timers, listen, failWith } = arrange();
    failWith(new Error("away"));
    const { heard } = listen();
    await timers.pass(2_000);
    expect(heard).toEqual([]);
    failWith(null);
    await timers.pass(1_000);
    expect(heard).toEqual(["ready"]);
  });
});
