import { parseArgs } from "node:util";
import { VICTIMS } from "@/embedded/inngest/crash/kill-plan";
import {
  type EngineCrashPlan,
  type EngineCrashProof,
  findFaults,
  proveEngineCrash,
} from "@/embedded/inngest/crash/prove-engine-crash";

const USAGE =
  "Usage: npm run prove:engine -- [--runs 40] [--steps 25] [--kills 20] [--seed N], whole numbers from 1";

/** `engine-crash.ts`: runs of the embedded executor survive kill -9 of everything; exit code 1 when one did not. */
async function main(args: readonly string[]): Promise<number> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const plan = readPlan(args);
  if (!plan) {
    print(USAGE);
    return 1;
  }
  const proof = await proveEngineCrash(plan, print);
  const faults = findFaults(plan, proof);
  print(`\n${render(plan, proof)}`);
  for (const fault of faults) print(`fault: ${fault}`);
  return faults.length === 0 ? 0 : 1;
}

/** null: the options cannot be understood. */
function readPlan(args: readonly string[]): EngineCrashPlan | null {
  const option = (fallback: number) => ({ type: "string", default: String(fallback) }) as const;
  const options = {
    runs: option(40),
    steps: option(25),
    kills: option(20),
    seed: option(Math.ceil(Math.random() * 1e6)),
  };
  const { values } = parseArgs({ args: [...args], options });
  if (!Object.values(values).every((text) => /^[1-9]\d{0,5}$/.test(text))) return null;
  const { runs, steps, kills, seed } = values;
  return {
    runs: Number(runs),
    stepsPerRun: Number(steps),
    kills: Number(kills),
    seed: Number(seed),
  };
}

function render(plan: EngineCrashPlan, proof: EngineCrashProof): string {
  const { kills, starts, runs, stepRows, effects, failedAttempts, durationMs } = proof;
  const rows: [string, string | number][] = [
    ["kill -9", ""],
    ...VICTIMS.map((victim): [string, number] => [
      `  ${victim}`,
      kills.filter((kill) => kill.victim === victim).length,
    ]),
    ["starts", ""],
    ...Object.entries(starts).map(([name, count]): [string, number] => [`  ${name}`, count]),
    ["runs", ""],
    ...Object.entries(runs).map(([status, count]): [string, number] => [`  ${status}`, count]),
    ["saved steps", stepRows],
    ["effects", effects.steps],
    ["effects repeated", effects.repeats],
    ["failed attempts", failedAttempts],
    ["seconds", Math.round(durationMs / 1000)],
  ];
  return [
    ...rows.map(([name, value]) => `${name.padEnd(24)}${String(value).padStart(6)}`.trimEnd()),
    `seed ${plan.seed}: ${runs.completed ?? 0} of ${plan.runs} runs completed, ` +
      `${effects.steps} of ${plan.runs * plan.stepsPerRun} effects recorded once`,
  ].join("\n");
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
