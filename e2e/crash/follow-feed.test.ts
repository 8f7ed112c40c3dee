import { expect, test } from "vitest";
import { findFeedLosses } from "./follow-feed";

const UUID = "019cbc00-0000-7000-8000-0000000000aa";
const entry = (sequence: number, currentStatus: 1 | 2) => ({
  sequence,
  currentStatus,
  previousStatus: currentStatus === 1 ? null : (1 as const),
  at: "2026-03-01T12:00:00.000Z",
  uuid: UUID,
  url: `http://127.0.0.1/${UUID}`,
});
const answer = (phase: "created" | "reported", status: number) => ({
  uuid: UUID,
  phase,
  status,
  sha256: "",
  sizeBytes: 1,
});
const ANSWERS = [answer("created", 1), answer("reported", 2)];

test("a complete feed has no losses", () => {
  expect(findFeedLosses([entry(1, 1), entry(2, 2)], ANSWERS)).toEqual([]);
});

test("a gap, a missing move and a move that appears twice are losses", () => {
  expect(findFeedLosses([entry(1, 1), entry(3, 2)], ANSWERS)).toHaveLength(1);
  expect(findFeedLosses([entry(1, 1)], ANSWERS)).toHaveLength(1);
  expect(findFeedLosses([entry(1, 1), entry(2, 2), entry(3, 2)], ANSWERS)).toHaveLength(1);
});
