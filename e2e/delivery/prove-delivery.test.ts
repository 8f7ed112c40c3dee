import { expect, test } from "vitest";
import { proveDelivery } from "./prove-delivery";
import { renderProof } from "./render-proof";

/** For a proof that hangs: it starts the product several times, which has taken a minute each on a busy machine. */
const ENOUGH_MS = 900_000;

test("confirmed changes reach a receiver that fails at random, despite kill -9 of each part that delivers them and of everything at once", {
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
