import { proveDelivery } from "./delivery/prove-delivery";
import { renderProof } from "./delivery/render-proof";
import { runProof } from "./run-proof";

/** `delivery.ts`: proves that confirmed changes reach the receiver despite kill -9 of everything. */
runProof("prove:delivery", { changes: 2000, kills: 10 }, async (plan, print) => {
  const proof = await proveDelivery(plan, print);
  print(`\n${renderProof(plan, proof)}`);
  const { kills, faults } = proof;
  return kills.length === plan.kills && faults.lost.length + faults.others.length === 0;
});
