import { describe, expect, test } from "vitest";
import { moveBetween } from "../testing/document-at-status.fixture";
import { PROCESSOR_CHOICES } from "./processor-choice";
import { leaseFrom, runStartOf } from "./run-start";
import { LIFECYCLE } from "./status";

const leaseUntil = new Date("2026-03-01T13:00:00.000Z");
const ACTOR = "api-key:1";

const started = (choice: (typeof PROCESSOR_CHOICES)[number]) =>
  LIFECYCLE.moves.flatMap((move) => {
    const run = runStartOf(move, { choice, actor: ACTOR, leaseUntil });
    return run ? [[`${move.from}→${move.to}`, run] as const] : [];
  });

const TAKEN = ["2→3", { takenBy: ACTOR, leaseUntil }];

describe("of all moves, those that begin a run", () => {
  test("with the built-in processor are the report, taking it, and processing it again", () => {
    const waiting = { takenBy: null, leaseUntil: null };
    expect(started("builtin")).toEqual([["1→2", waiting], TAKEN, ["4→3", waiting]]);
  });

  test.each(["external", "none"] as const)("with %s a report is none of them", (choice) => {
    expect(started(choice)).toEqual([TAKEN, ["4→3", { takenBy: null, leaseUntil }]]);
  });
});

test("a move that begins a run is one to 2 or 3, whoever processes", () => {
  for (const choice of PROCESSOR_CHOICES) {
    expect(runStartOf(moveBetween(3, 4), { choice, actor: ACTOR, leaseUntil })).toBeNull();
  }
});

test("a lease ends so many seconds from now", () => {
  expect(leaseFrom(new Date("2026-03-01T12:00:00.000Z"), 3600)).toEqual(leaseUntil);
});
