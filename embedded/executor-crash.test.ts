import { VICTIMS } from "@stagedoor/executor/conformance/crash/kill-plan";
import {
  findFaults,
  proveEngineCrash,
} from "@stagedoor/executor/conformance/crash/prove-engine-crash";
import { expect, test } from "vitest";
import { createKillablePostgres } from "@/testing/killable-postgres";

const ENOUGH_MS = 180_000;

test("C6 every run completes, and each step is saved once, although kill -9 hits every process at random moments", {
  timeout: ENOUGH_MS,
}, async () => {
  const plan = { runs: 10, stepsPerRun: 10, kills: 6, seed: 4 };
  const lines: string[] = [];
  const proof = await proveEngineCrash(plan, await createKillablePostgres(), (line) =>
    lines.push(line),
  );

  expect(findFaults(plan, proof), lines.join("\n")).toEqual([]);
  expect(new Set(proof.kills.map(({ victim }) => victim))).toEqual(new Set(VICTIMS));
});
