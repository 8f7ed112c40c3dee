import { describe, expect, test } from "vitest";
import type { Mover } from "@/lib/kernel/rules/actor";
import {
  findMove,
  isCancelled,
  isFinal,
  isStatus,
  LIFECYCLE,
  STATUS,
  type Status,
  statusName,
} from "./status";

/** Section 4 of the specification, copied by hand, so that every change to the table must be made twice. */
const MOVES_OF_SECTION_4: Record<string, { notified: boolean; movers: readonly Mover[] }> = {
  "null->1": { notified: true, movers: ["documents:write", "administrator"] },
  "1->2": { notified: true, movers: ["documents:write", "administrator", "sweeper"] },
  "1->6": { notified: true, movers: ["documents:write", "administrator", "sweeper"] },
  "2->3": { notified: false, movers: ["documents:process", "processor"] },
  "2->5": { notified: true, movers: ["documents:review", "administrator", "processor"] },
  "3->4": { notified: true, movers: ["documents:process", "processor", "watchdog"] },
  "3->5": { notified: true, movers: ["documents:process", "processor"] },
  "4->5": { notified: true, movers: ["documents:review", "administrator"] },
  "4->3": { notified: false, movers: ["documents:review", "administrator"] },
  "2->8": {
    notified: true,
    movers: ["documents:write", "documents:review", "documents:process", "administrator"],
  },
  "3->8": {
    notified: true,
    movers: ["documents:write", "documents:review", "documents:process", "administrator"],
  },
  "4->8": {
    notified: true,
    movers: ["documents:write", "documents:review", "documents:process", "administrator"],
  },
};

const STATUSES_OF_SECTION_4 = [
  { status: 1, name: "waiting_for_upload", isFinalStatus: false },
  { status: 2, name: "upload_successful", isFinalStatus: false },
  { status: 3, name: "processing", isFinalStatus: false },
  { status: 4, name: "waiting_for_review", isFinalStatus: false },
  { status: 5, name: "approved", isFinalStatus: true },
  { status: 6, name: "upload_failed", isFinalStatus: true },
  { status: 8, name: "deleted", isFinalStatus: true },
] as const;

const INTEGERS = [1, 2, 3, 4, 5, 6, 7, 8];
const pairs = [null, ...INTEGERS].flatMap((from) => INTEGERS.map((to) => ({ from, to })));
const asStatus = (integer: number | null) => integer as Status | null; // The cases include the unused status 7 on purpose.

describe("section 4: moves", () => {
  test.each(pairs)(
    "$from to $to is allowed, notified and made only as the table says",
    ({ from, to }) => {
      const expected = MOVES_OF_SECTION_4[`${from}->${to}`];
      const move = findMove(asStatus(from), to);
      const actual = move && { notified: move.isNotified, movers: [...move.movers].sort() };
      expect(actual).toEqual(
        expected ? { notified: expected.notified, movers: [...expected.movers].sort() } : null,
      );
    },
  );

  test("every move in section 4 is listed exactly once, and no other move is", () => {
    const listed = LIFECYCLE.moves.map(({ from, to }) => `${from}->${to}`);
    expect(listed.toSorted()).toEqual(Object.keys(MOVES_OF_SECTION_4).toSorted());
  });

  test("no move starts at a final status", () => {
    const sources = LIFECYCLE.moves.map(({ from }) => from);
    const finals = LIFECYCLE.statuses.filter((status) => status.isFinal);
    expect(finals.filter(({ status }) => sources.includes(status))).toEqual([]);
  });

  test("every status can be reached", () => {
    const targets = new Set(LIFECYCLE.moves.map(({ to }) => to));
    expect([...targets].sort()).toEqual(LIFECYCLE.statuses.map(({ status }) => status));
  });
});

describe("section 4: statuses", () => {
  test.each(STATUSES_OF_SECTION_4)("$status is $name", ({ status, name, isFinalStatus }) => {
    expect(statusName(status)).toBe(name);
    expect(isFinal(status)).toBe(isFinalStatus);
    expect(isStatus(status)).toBe(true);
  });

  test("there are seven statuses, each described once", () => {
    expect(LIFECYCLE.statuses.map(({ status }) => status)).toEqual([1, 2, 3, 4, 5, 6, 8]);
    expect(Object.values(STATUS)).toEqual([1, 2, 3, 4, 5, 6, 8]);
    expect(LIFECYCLE.statuses.filter(({ meaning }) => meaning === "")).toEqual([]);
  });

  test.each([0, 7, 9, -1, 1.5, Number.NaN])("%s is not a status", (integer) => {
    expect(isStatus(integer)).toBe(false);
  });

  test("a status without a definition throws instead of returning a name", () => {
    expect(() => statusName(7 as Status)).toThrow("status 7 has no definition");
  });
});

test("only an upload that failed with the code cancelled counts as cancelled", () => {
  expect(isCancelled({ status: 6, failure: { code: "cancelled" } })).toBe(true);
  expect(isCancelled({ status: 6, failure: { code: "upload-expired" } })).toBe(false);
  expect(isCancelled({ status: 6, failure: null })).toBe(false);
  expect(isCancelled({ status: 4, failure: { code: "cancelled" } })).toBe(false);
});
