import { describe, expect, test } from "vitest";
import { type Actor, SCOPES } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { decideReport, type ReportDecision } from "./decide-report";
import type { Status } from "./status";

/** The moves that each actor can make, copied by hand from section 4 of the specification instead of derived. */
const MAY: Record<string, readonly string[]> = {
  "documents:read": [],
  "documents:write": ["1->2", "1->6", "2->8", "3->8", "4->8"],
  "documents:review": ["2->5", "4->5", "4->3", "2->8", "3->8", "4->8"],
  "documents:process": ["2->3", "3->4", "3->5", "2->8", "3->8", "4->8"],
  "configuration:read": [],
  "configuration:write": [],
  administrator: ["1->2", "1->6", "2->5", "4->5", "4->3", "2->8", "3->8", "4->8"],
  sweeper: ["1->2", "1->6"],
  processor: ["2->3", "2->5", "3->4", "3->5"],
  watchdog: ["3->4"],
};

/** Reports of an outcome that is already known, copied from section 3 of the specification. */
const REPEATS = ["2->2", "3->2", "4->2", "5->2", "8->2", "6->6"];

const ACTORS: readonly { name: string; actor: Actor; may: readonly string[] }[] = [
  ...SCOPES.map((scope) => ({
    name: `a key with ${scope} alone`,
    actor: anApiKeyActor([scope]),
    may: MAY[scope] ?? [],
  })),
  { name: "a key without scopes", actor: anApiKeyActor([]), may: [] },
  {
    name: "a key with all scopes",
    actor: anApiKeyActor(),
    may: SCOPES.flatMap((scope) => MAY[scope] ?? []),
  },
  {
    name: "an administrator",
    actor: { kind: "administrator", id: "1", sessionId: null },
    may: may("administrator"),
  },
  { name: "the sweeper", actor: { kind: "sweeper" }, may: may("sweeper") },
  { name: "the processor", actor: { kind: "processor" }, may: may("processor") },
  { name: "the watchdog", actor: { kind: "watchdog" }, may: may("watchdog") },
];

const STATUSES: readonly Status[] = [1, 2, 3, 4, 5, 6, 8];
const REPORTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -0, 2.5, Number.NaN];

describe.each(ACTORS)("$name", ({ actor, may: allowed }) => {
  const pairs = STATUSES.flatMap((from) => REPORTS.map((to) => ({ from, to })));

  test.each(pairs)("gets the expected outcome of reporting $to at status $from", ({ from, to }) => {
    expect(outcomeOf(() => decideReport(to, actor)(from))).toBe(expectedOutcome(from, to, allowed));
  });

  test.each(REPORTS)("accepts or rejects %s before anything is loaded", (to) => {
    const isEverAllowed = allowed.some((move) => move.endsWith(`->${to}`));
    const ask = () => {
      decideReport(to, actor);
      return null;
    };
    expect(outcomeOf(ask)).toBe(isEverAllowed ? "accepted" : refusalFor(allowed));
  });
});

describe("a rejection says", () => {
  const detailOf = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      if (error instanceof DomainError) return error.detail;
    }
    return "no refusal";
  };

  test("what is possible from the current status with this key", () => {
    const detail = detailOf(() => decideReport(3, anApiKeyActor(["documents:process"]))(4));
    expect(detail).toBe(
      "The document has status 4 (waiting_for_review), so 3 is not possible; possible now: 8 (deleted).",
    );
  });

  test("that nothing is possible from a final status", () => {
    const detail = detailOf(() => decideReport(6, anApiKeyActor())(5));
    expect(detail).toContain("so 6 is not possible; no status can be set now.");
  });

  test("which integers the key can set at all", () => {
    const detail = detailOf(() => decideReport(7, anApiKeyActor(["documents:write"])));
    expect(detail).toBe("You cannot set status 7. You can set 2, 6, 8.");
  });

  test("which scope is missing if the key can set nothing", () => {
    const detail = detailOf(() => decideReport(2, anApiKeyActor(["documents:read"])));
    expect(detail).toContain("documents:write");
  });
});

function may(mover: string): readonly string[] {
  return MAY[mover] ?? [];
}

function expectedOutcome(from: Status, to: number, allowed: readonly string[]): string {
  if (!allowed.some((move) => move.endsWith(`->${to}`))) return refusalFor(allowed);
  if (REPEATS.includes(`${from}->${to}`)) return "repeat";
  return allowed.includes(`${from}->${to}`) ? `move ${from}->${to}` : "invalid-transition";
}

const refusalFor = (allowed: readonly string[]) =>
  allowed.length === 0 ? "missing-scope" : "status-not-settable";

function outcomeOf(decide: () => ReportDecision | null): string {
  try {
    const decided = decide();
    if (!decided) return "accepted";
    return decided.kind === "repeat" ? "repeat" : `move ${decided.move.from}->${decided.move.to}`;
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}
