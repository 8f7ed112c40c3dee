import { VICTIMS } from "@stagedoor/executor/conformance/crash/kill-plan";
import {
  type EngineCrashPlan,
  type EngineCrashProof,
  findFaults,
  proveEngineCrash,
} from "@stagedoor/executor/conformance/crash/prove-engine-crash";
import { createKillablePostgres } from "@/testing/killable-postgres";
import { runProof } from "./run-proof";

/** `engine-crash.ts`: proves that runs of the embedded executor survive kill -9 of everything. */
runProof("prove:engine", { runs: 40, steps: 25, kills: 20 }, async (options, print) => {
  const { steps: stepsPerRun, ...others } = options;
  const plan = { ...others, stepsPerRun };
  const proof = await proveEngineCrash(plan, await createKillablePostgres(), print);
  const faults = findFaults(plan, proof);
  print(`\n${render(plan, proof)}`);
  for (const fault of faults) print(`fault: ${fault}`);
  return faults.length === 0;
});

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
