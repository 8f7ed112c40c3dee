import { expect, it } from "vitest";
import { proveDelivery } from "./prove-delivery";
import { renderProof } from "./render-proof";

const ENOUGH_MS = 300_000;

it("what was answered reaches a receiver that fails at random through kill -9 of what delivers it, and of all at once", {
  timeout: ENOUGH_MS,
}, async () => {
  const plan = { changes: 150, kills: 4, seed: 33 };
  const proof = await proveDelivery(plan, () => undefined);

  expect(proof.faults, renderProof(plan, proof)).toEqual({ lost: [], others: [] });
  expect(proof.kills.map(({ victim }) => victim).sort()).toEqual([
    "everything",
    "inngest",
    "next",
    "postgres",
  ]);
  expect(proof.answered.length).toBeGreaterThanOrEqual(150);
  expect(proof.arrivals.some(({ isAccepted }) => !isAccepted)).toBe(true);
});
