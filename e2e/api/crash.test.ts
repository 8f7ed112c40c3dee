import { expect, test } from "vitest";
import { VICTIMS } from "../crash/kill-plan";
import { proveCrash } from "../crash/prove-crash";

/** For a proof that hangs: it starts the product several times, which has taken a minute each on a busy machine. */
const ENOUGH_MS = 900_000;

test("everything that got a successful response survives kill -9 of each part, of the launcher, and of everything at once", {
  timeout: ENOUGH_MS,
}, async () => {
  const lines: string[] = [];
  const plan = { count: 24, kills: VICTIMS.length, seed: 7 };
  const proof = await proveCrash(plan, (line) => lines.push(line));

  expect(proof.losses).toEqual([]);
  expect(proof.demo.code, lines.join("\n")).toBe(0);
  expect(proof.kills.map(({ victim }) => victim).sort()).toEqual([...VICTIMS].sort());
  expect(proof.answers.filter(({ phase }) => phase === "reported")).toHaveLength(25);
});
