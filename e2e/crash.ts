import { parseArgs } from "node:util";
import { type CrashPlan, proveCrash } from "./crash/prove-crash";
import { renderProof } from "./crash/render-proof";

const USAGE =
  "Usage: npm run prove:crash -- [--count 200] [--kills 12] [--seed N], whole numbers from 1";

/** `crash.ts`: what was answered with success survives kill -9 of everything; exit code 1 when anything did not. */
async function main(args: readonly string[]): Promise<number> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const plan = readPlan(args);
  if (!plan) {
    print(USAGE);
    return 1;
  }
  const proof = await proveCrash(plan, print);
  print(`\n${renderProof(proof)}`);
  return proof.losses.length === 0 && proof.demo.code === 0 && proof.kills.length === plan.kills
    ? 0
    : 1;
}

/** null: the options cannot be understood. */
function readPlan(args: readonly string[]): CrashPlan | null {
  const option = (fallback: number) => ({ type: "string", default: String(fallback) }) as const;
  const options = {
    count: option(200),
    kills: option(12),
    seed: option(Math.ceil(Math.random() * 1e6)),
  };
  const { values } = parseArgs({ args: [...args], options });
  const isWhole = Object.values(values).every((text) => /^[1-9]\d{0,5}$/.test(text));
  if (!isWhole) return null;
  return {
    count: Number(values.count),
    kills: Number(values.kills),
    seed: Number(values.seed),
  };
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
