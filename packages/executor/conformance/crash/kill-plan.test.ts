import { expect, test } from "vitest";
import { planKills, VICTIMS } from "./kill-plan";

const PLAN = { kills: 20, steps: 1000, seed: 7 };

test("the seed determines all kills, and a different seed gives a different plan", () => {
  expect(planKills(PLAN)).toEqual(planKills(PLAN));
  expect(planKills({ ...PLAN, seed: 8 })).not.toEqual(planKills(PLAN));
});

test("every victim is killed equally often, and each equal share of the steps contains one kill", () => {
  const kills = planKills(PLAN);

  for (const victim of VICTIMS) {
    expect(kills.filter((kill) => kill.victim === victim)).toHaveLength(5);
  }
  for (const [index, { afterSteps }] of kills.entries()) {
    expect(Math.floor(afterSteps / 50)).toBe(index);
  }
});
