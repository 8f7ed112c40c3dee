import { describe, expect, test } from "vitest";
import { type Actor, SCOPES } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { type DeletionDecision, decideDeletion } from "./decide-deletion";
import type { Status } from "./status";

/** What a deletion does at each status, and with which scopes; copied from issue 3 by hand. */
const OUTCOMES: Record<Status, string> = {
  1: "cancel 1->6",
  2: "delete 2->8",
  3: "delete 3->8",
  4: "delete 4->8",
  5: "invalid-transition",
  6: "invalid-transition",
  8: "repeat",
};
const STATUSES: readonly Status[] = [1, 2, 3, 4, 5, 6, 8];
const DELETERS = ["documents:write", "documents:review", "documents:process"];

function outcomeOf(decide: () => DeletionDecision): string {
  try {
    const decided = decide();
    if (decided.kind === "repeat") return "repeat";
    return `${decided.kind} ${decided.move.from}->${decided.move.to}`;
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

describe.each(STATUSES)("deleting at status %i", (status) => {
  test.each(SCOPES)("a key with only %s gets the expected outcome", (scope) => {
    const mayCancel = status !== 1 || scope === "documents:write";
    const expected = DELETERS.includes(scope) && mayCancel ? OUTCOMES[status] : "missing-scope";
    expect(outcomeOf(() => decideDeletion(anApiKeyActor([scope]))(status))).toBe(expected);
  });

  test("an administrator gets the expected outcome", () => {
    const administrator: Actor = { kind: "administrator", id: "1", sessionId: null };
    expect(outcomeOf(() => decideDeletion(administrator)(status))).toBe(OUTCOMES[status]);
  });
});

test("a rejection lists the scopes that are sufficient", () => {
  expect(() => decideDeletion(anApiKeyActor(["documents:read"]))).toThrow(
    "documents:write or documents:review or documents:process",
  );
});
