import { describe, expect, test } from "vitest";
import { ROLES, type Role } from "@/lib/kernel/rules/actor";
import { aStagedDocument } from "../testing/staged-document.fixture";
import { BULK_ACTIONS, type BulkOrder, bulkPreview, bulkRefusal } from "./bulk-work";
import { documentActions } from "./document-actions";
import { LIFECYCLE, type Status } from "./status";

const person = (kind: Role) => ({ kind, id: "p", sessionId: null }) as const;
const CONTEXT = { actor: person("reviewer"), choice: "builtin" } as const;
const CLASSIFICATION = {
  documentClass: "invoice",
  score: 0.9,
  language: "de",
  pages: 1,
  fields: [],
  processor: "test",
} as const;
const ORDERS: Record<(typeof BULK_ACTIONS)[number], BulkOrder> = {
  approve: { action: "approve", documentClass: "invoice" },
  delete: { action: "delete", reason: "not-needed" },
  move: { action: "move", assetIdentifier: "BLD-0002" },
  "process-again": { action: "process-again" },
};
const STATUSES = LIFECYCLE.statuses.map(({ status }) => status);
const invoiceAt = (status: Status) =>
  aStagedDocument({ status, processingRun: 3, classification: CLASSIFICATION });

describe.each(BULK_ACTIONS)("%s", (action) => {
  test("is possible in the same statuses and roles as for a single document", () => {
    for (const status of STATUSES) {
      for (const role of ROLES) {
        const context = { ...CONTEXT, actor: person(role) };
        const single = documentActions({ status, file: null }, context.actor, "builtin");
        const bulk = bulkRefusal(ORDERS[action], invoiceAt(status), { ...context, seenRun: 3 });
        const refusal = single.find((each) => each.action === action)?.refusal;
        expect(bulk, `${status} ${role}`).toBe(refusal);
      }
    }
  });
});

describe("documents that are left out", () => {
  test("have another class than the one that is approved, or none", () => {
    const { approve } = ORDERS;
    const context = { ...CONTEXT, seenRun: 3 };
    const contract = { ...CLASSIFICATION, documentClass: "lease-contract" };
    const refusal = (classification: typeof contract | null) =>
      bulkRefusal(approve, { ...invoiceAt(4), classification }, context);
    expect([refusal(contract), refusal(null)]).toEqual(["other-class", "other-class"]);
    const unclassified = { action: "approve", documentClass: null } as const;
    expect(
      bulkRefusal(unclassified, { ...invoiceAt(4), classification: null }, context),
    ).toBeNull();
  });

  test.each([
    ["approve", "results-changed"],
    ["process-again", "results-changed"],
    ["delete", null],
    ["move", null],
  ] as const)("after another processing run, %s: %s", (action, refusal) => {
    const context = { ...CONTEXT, seenRun: 2 };
    expect(bulkRefusal(ORDERS[action], invoiceAt(4), context)).toBe(refusal);
  });

  test("are already at the asset that the others move to", () => {
    const there = { ...invoiceAt(4), assetIdentifier: "BLD-0002" };
    expect(bulkRefusal(ORDERS.move, there, { ...CONTEXT, seenRun: 3 })).toBe("same-asset");
  });
});

test("without a processor, approving includes what was uploaded, and nothing can be processed again", () => {
  const context = { ...CONTEXT, choice: "none", seenRun: 3 } as const;
  const { approve } = ORDERS;
  expect(bulkRefusal(approve, invoiceAt(2), context)).toBeNull();
  expect(bulkRefusal(approve, invoiceAt(2), { ...context, choice: "external" })).toBe("status");
  expect(bulkRefusal(ORDERS["process-again"], invoiceAt(4), context)).toBe("no-processor");
});

test("a preview counts the documents by class, the most frequent one first, and those left out by reason", () => {
  const group = (status: Status, documentClass: string | null, count: number) => ({
    status,
    documentClass,
    count,
  });
  const groups = [
    group(4, "invoice", 2),
    group(4, null, 5),
    group(5, "invoice", 3),
    group(8, null, 1),
    group(3, null, 4),
  ];
  expect(bulkPreview("approve", groups, CONTEXT)).toEqual({
    possible: 7,
    classes: [
      { documentClass: null, count: 5 },
      { documentClass: "invoice", count: 2 },
    ],
    leftOut: [
      { reason: "final", count: 4 },
      { reason: "status", count: 4 },
    ],
  });
});
