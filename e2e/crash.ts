import { proveCrash } from "./crash/prove-crash";
import { renderProof } from "./crash/render-proof";
import { runProof } from "./run-proof";

/** `crash.ts`: proves that kill -9 of all processes loses nothing that was confirmed to a client. */
runProof("prove:crash", { count: 200, kills: 12 }, async (plan, print) => {
  const proof = await proveCrash(plan, print);
  print(`\n${renderProof(proof)}`);
  return proof.losses.length === 0 && proof.demo.code === 0 && proof.kills.length === plan.kills;
});
