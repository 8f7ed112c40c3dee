import { describe, expect, test } from "vitest";
import {
  RECENT_STARTS_MAX,
  type ReadingQueue,
  readingSecondsLeft,
  WAITING_COUNT_MAX,
} from "./reading-forecast";

const NOW = new Date("2026-11-24T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
/** Returns the times of regular starts up to now. */
const starts = (count: number, everySeconds: number) =>
  Array.from({ length: count }, (_, index) => ago(index * everySeconds));

const queue = (overrides: Partial<ReadingQueue>): ReadingQueue => ({
  totalCount: 100,
  waitingCount: 100,
  untilLastCount: 100,
  oldestWaitingAt: ago(600),
  recentStartsAt: [],
  ...overrides,
});

describe("how long the waiting documents will take", () => {
  test("follows from the starts since the oldest document began to wait", () => {
    const left = readingSecondsLeft(queue({ recentStartsAt: starts(60, 10) }), NOW);
    expect(left).toBe(1000);
  });

  test("counts all processes together", () => {
    const later = starts(60, 10);
    const earlier = later.map((at) => new Date(at.getTime() - 5000));
    const recentStartsAt = [...later, ...earlier].sort((a, b) => +b - +a);
    expect(readingSecondsLeft(queue({ recentStartsAt }), NOW)).toBe(500);
  });

  test("is not distorted by an idle time before the documents arrived", () => {
    const recentStartsAt = [...starts(12, 10), ago(700), ago(800)];
    const left = readingSecondsLeft(queue({ oldestWaitingAt: ago(120), recentStartsAt }), NOW);
    expect(left).toBe(1000);
  });

  test("follows from the starts since a restart after an hour's downtime", () => {
    const restarted = queue({
      totalCount: 5000,
      waitingCount: 5000,
      untilLastCount: 5000,
      oldestWaitingAt: ago(3600),
      recentStartsAt: starts(20, 0.5),
    });
    expect(readingSecondsLeft(restarted, NOW)).toBe(2500);
  });

  test("follows from the latest starts if there are very many", () => {
    const recentStartsAt = starts(RECENT_STARTS_MAX, 1);
    expect(readingSecondsLeft(queue({ recentStartsAt }), NOW)).toBe(100);
  });

  test("grows while nothing starts any more, and then becomes unknown", () => {
    const stalled = (seconds: number) => ({
      oldestWaitingAt: ago(3600),
      recentStartsAt: starts(60, 10).map((at) => new Date(at.getTime() - seconds * 1000)),
    });
    expect(readingSecondsLeft(queue(stalled(100)), NOW)).toBe(1169);
    expect(readingSecondsLeft(queue(stalled(900)), NOW)).toBeNull();
  });

  test("is the time until the viewer's own last document", () => {
    const own = queue({ waitingCount: 10, untilLastCount: 10, recentStartsAt: starts(60, 10) });
    expect(readingSecondsLeft(own, NOW)).toBe(100);
  });

  test.each([
    ["nothing is waiting", { totalCount: 0, untilLastCount: 0, oldestWaitingAt: null }],
    ["nothing has started yet", {}],
    ["only four documents have started", { recentStartsAt: starts(4, 10) }],
    [
      "too many are waiting to count",
      { totalCount: WAITING_COUNT_MAX, recentStartsAt: starts(60, 10) },
    ],
  ] as const)("is unknown if %s", (_, state) => {
    expect(readingSecondsLeft(queue(state), NOW)).toBeNull();
  });
});
