import { expect, test } from "vitest";
import { withEndings } from "./start";

test("stops everything that was started in reverse order, even if the work and one of the stops fail", async () => {
  const ended: string[] = [];
  const running = withEndings(async (addEnding) => {
    addEnding(async () => ended.push("first"));
    addEnding(() => Promise.reject(new Error("it hangs")));
    addEnding(async () => ended.push("last"));
    throw new Error("the work failed");
  });

  await expect(running).rejects.toThrow("the work failed");
  expect(ended).toEqual(["last", "first"]);
});

test("a failure to stop something is also an error", async () => {
  const running = withEndings(async (addEnding) => {
    addEnding(() => Promise.reject(new Error("it hangs")));
  });

  await expect(running).rejects.toThrow("Not everything could be stopped");
});
