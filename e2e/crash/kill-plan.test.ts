import { expect, test } from "vitest";
import { planKills, VICTIMS } from "./kill-plan";

test("the seed alone determines the kills", () => {
  const plan = { kills: 12, answers: 602, seed: 20 };
  expect(planKills(plan)).toEqual(planKills(plan));
  expect(planKills(plan)).not.toEqual(planKills({ ...plan, seed: 21 }));
});

test.each([1, 2, 3, 4, 5])(
  "every victim is killed at least once during the run (seed %d)",
  (seed) => {
    const kills = planKills({ kills: 12, answers: 74, seed });
    const moments = kills.map(({ afterAnswers }) => afterAnswers);

    expect(new Set(kills.map(({ victim }) => victim))).toEqual(new Set(VICTIMS));
    expect(moments).toEqual([...moments].sort((one, other) => one - other));
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...moments)).toBeLessThan(74);
  },
);
