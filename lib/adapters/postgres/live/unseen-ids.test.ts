import { describe, expect, test } from "vitest";
import type { UnseenIds } from "@/lib/live/ports/live-changes";
import { withoutSeen, withoutSettled } from "./unseen-ids";

const BEFORE = new Date("2026-03-01T12:00:00.000Z");
const NOW = new Date("2026-03-01T12:00:01.000Z");
const range = (first: number, last: number | null, since = BEFORE): UnseenIds => ({
  ...{ first: BigInt(first), last: last === null ? null : BigInt(last), since },
});

describe("removing seen ids", () => {
  const cases: readonly (readonly [string, UnseenIds[], number[], UnseenIds[]])[] = [
    ["none", [range(5, null)], [], [range(5, null, NOW)]],
    ["the next ones", [range(5, null)], [5, 6], [range(7, null, NOW)]],
    [
      "with gaps",
      [range(5, null)],
      [6, 9],
      [range(5, 5, NOW), range(7, 8, NOW), range(10, null, NOW)],
    ],
    ["the only id of a gap", [range(2, 2), range(5, null)], [2], [range(5, null, NOW)]],
    ["inside a gap", [range(2, 6)], [4], [range(2, 3), range(5, 6)]],
    [
      "outside every range",
      [range(3, 4), range(8, null)],
      [1, 6, 8],
      [range(3, 4), range(9, null, NOW)],
    ],
    [
      "in several gaps",
      [range(2, 4), range(6, 7), range(9, null)],
      [3, 6, 7, 9],
      [range(2, 2), range(4, 4), range(10, null, NOW)],
    ],
    ["at the ends of a gap", [range(2, 6)], [2, 6], [range(3, 5)]],
  ];

  test.each(cases)("removes seen ids and keeps all others: %s", (_, unseen, seen, left) => {
    expect(withoutSeen(unseen, seen.map(BigInt), NOW)).toEqual(left);
  });
});

test("a gap is checked for 20 s, and ids that are not used yet are checked without a time limit", () => {
  const unseen = [range(2, 3), range(5, null)];
  const after = (milliseconds: number) =>
    withoutSettled(unseen, new Date(BEFORE.getTime() + milliseconds));
  expect(after(19_999)).toEqual(unseen);
  expect(after(20_000)).toEqual([range(5, null)]);
});
