import { describe, expect, test } from "vitest";
import { ROLES, type Role } from "@/lib/kernel/rules/actor";
import { actionOf, documentActions } from "./document-actions";
import { LIFECYCLE, mayMake, type Status } from "./status";

const person = (kind: Role) => ({ kind, id: "p", sessionId: null }) as const;
const FILE = {
  sizeBytes: 7,
  contentType: "text/plain",
  sha256: null,
  verifiedAt: new Date(0),
  objectKey: "a",
  versionId: null,
  erasedAt: null,
};
const at = (status: Status) => ({ status, file: status === 1 || status === 6 ? null : FILE });
const STATUSES = LIFECYCLE.statuses.map(({ status }) => status);
const offered = (status: Status, role: Role, choice: "builtin" | "none" = "builtin") =>
  documentActions(at(status), person(role), choice)
    .filter(({ refusal }) => refusal === null)
    .map(({ action }) => action);

test("each move that a person may make belongs to exactly one action, and no other move belongs to an action", () => {
  for (const move of LIFECYCLE.moves.filter(({ from }) => from !== null)) {
    const isPersons = ROLES.some((role) => mayMake(move, person(role)));
    expect(actionOf(move) !== null, `${move.from} to ${move.to}`).toBe(isPersons);
  }
});

describe.each(["administrator", "reviewer"] as const)("a %s", (role) => {
  const moves = (status: Status) => offered(status, role).filter((action) => action !== "erase");

  test.each([
    [1, ["check-upload", "cancel"]],
    [2, ["accept", "delete", "move"]],
    [3, ["delete", "move"]],
    [4, ["approve", "process-again", "delete", "move"]],
    [5, ["move"]],
    [6, []],
    [8, []],
  ] as const)("is offered exactly what the table allows at status %i", (status, actions) => {
    expect(moves(status)).toEqual(actions);
  });
});

test("only an administrator can erase a document in a final status, and only once", () => {
  expect(offered(5, "administrator")).toEqual(["move", "erase"]);
  expect(offered(8, "administrator")).toEqual(["erase"]);
  const erased = { status: 5, file: { ...FILE, erasedAt: new Date(1) } } as const;
  const found = documentActions(erased, person("administrator"), "builtin");
  expect(found.find(({ action }) => action === "erase")?.refusal).toBe("erased");
});

test.each(STATUSES)("a reader is offered nothing at status %i", (status) => {
  expect(offered(status, "reader")).toEqual([]);
});

test("without a processor, nothing can be processed again, and the reason is given", () => {
  expect(offered(4, "reviewer", "none")).toEqual(["approve", "delete", "move"]);
  const [found] = documentActions(at(4), person("reviewer"), "none").filter(
    ({ action }) => action === "process-again",
  );
  expect(found).toMatchObject({ refusal: "no-processor", statuses: [4] });
});

test.each([
  [4, "reader", "approve", "role"],
  [4, "reader", "move", "role"],
  [3, "reviewer", "approve", "status"],
  [5, "reviewer", "delete", "final"],
  [8, "reviewer", "move", "final"],
  [1, "reviewer", "move", "status"],
  [5, "reviewer", "erase", "role"],
  [4, "administrator", "erase", "status"],
] as const)(
  "at status %i for a %s, %s is unavailable because of: %s",
  (status, role, action, refusal) => {
    const found = documentActions(at(status), person(role), "builtin");
    expect(found.find((each) => each.action === action)?.refusal).toBe(refusal);
  },
);
