import { parseArgs } from "node:util";
import { type DeliveryPlan, proveDelivery } from "./delivery/prove-delivery";
import { renderProof } from "./delivery/render-proof";

const USAGE =
  "Usage: npm run prove:delivery -- [--changes 2000] [--kills 10] [--seed N], whole numbers from 1";

/** `delivery.ts`: what was answered reaches the receiver through kill -9 of everything; exit code 1 when anything did not. */
async function main(args: readonly string[]): Promise<number> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const plan = readPlan(args);
  if (!plan) {
    print(USAGE);
    return 1;
  }
  const proof = await proveDelivery(plan, print);
  print(`\n${renderProof(plan, proof)}`);
  const { kills, faults } = proof;
  const isWhole = kills.length === plan.kills && faults.lost.length + faults.others.length === 0;
  return isWhole ? 0 : 1;
}

/** null: the options cannot be understood. */
function readPlan(args: readonly string[]): DeliveryPlan | null {
  const option = (fallback: number) => ({ type: "string", default: String(fallback) }) as const;
  const options = {
    changes: option(2000),
    kills: option(10),
    seed: option(Math.ceil(Math.random() * 1e6)),
  };
  const { values } = parseArgs({ args: [...args], options });
  if (!Object.values(values).every((text) => /^[1-9]\d{0,5}$/.test(text))) return null;
  const { changes, kills, seed } = values;
  return { changes: Number(changes), kills: Number(kills), seed: Number(seed) };
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
