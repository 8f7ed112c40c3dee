import { describe, expect, test } from "vitest";
import { moveBetween } from "../testing/document-at-status.fixture";
import { leaseFrom, PROCESSOR_CHOICES, runStartOf } from "./run-start";
import { LIFECYCLE } from "./status";

const leaseUntil = new Date("2026-03-01T13:00:00.000Z");
const ACTOR = "api-key:1";

const started = (choice: (typeof PROCESSOR_CHOICES)[number]) =>
  LIFECYCLE.moves.flatMap((move) => {
    const run = runStartOf(move, { choice, actor: ACTOR, leaseUntil });
    return run ? [[`${move.from}→${move.to}`, run] as const] : [];
  });

const TAKEN = ["2→3", { takenBy: ACTOR, leaseUntil }];

describe("the moves that begin a run", () => {
  test("are reporting, taking and reprocessing with the built-in processor", () => {
    const waiting = { takenBy: null, leaseUntil: null };
    expect(started("builtin")).toEqual([["1→2", waiting], TAKEN, ["4→3", waiting]]);
  });

  test.each(["external", "none"] as const)("are only taking and reprocessing with %s", (choice) => {
    expect(started(choice)).toEqual([TAKEN, ["4→3", { takenBy: null, leaseUntil }]]);
  });
});

test("a move to a status other than 2 or 3 does not begin a run", () => {
  for (const choice of PROCESSOR_CHOICES) {
    expect(runStartOf(moveBetween(3, 4), { choice, actor: ACTOR, leaseUntil })).toBeNull();
  }
});

test("a lease ends the given number of seconds from now", () => {
  expect(leaseFrom(new Date("2026-03-01T12:00:00.000Z"), 3600)).toEqual(leaseUntil);
});
