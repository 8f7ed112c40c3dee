import { expect, test } from "vitest";
import { retryLostRace } from "./retry-lost-race";

/** Returns an attempt that loses this many races and then wins. */
function losing(count: number) {
  const state = { tries: 0 };
  const attempt = async () => {
    state.tries += 1;
    return state.tries > count ? "written" : null;
  };
  return { state, attempt };
}

test("a race that is lost twice is won at the third attempt", async () => {
  const { state, attempt } = losing(2);
  expect(await retryLostRace(attempt, "Repeat it.")).toBe("written");
  expect(state.tries).toBe(3);
});

test("after three lost races, the error says what to do", async () => {
  const { state, attempt } = losing(3);
  await expect(retryLostRace(attempt, "Repeat it.")).rejects.toMatchObject({
    code: "too-much-contention",
    detail: "Repeat it.",
  });
  expect(state.tries).toBe(3);
});

test("an error thrown by an attempt is not a lost race", async () => {
  const error = new Error("no database");
  await expect(retryLostRace(() => Promise.reject(error), "Repeat it.")).rejects.toBe(error);
});
