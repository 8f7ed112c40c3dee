import { describe, expect, onTestFinished, test } from "vitest";
import type { AppAnswer } from "../protocol/call-answer";
import { createAppLink } from "./app-link";
import { createDrivenClock } from "./driven-clock.fixture";
import type { LogLine } from "./log-line";
import { createWorkTracker } from "./work-tracker";

const IN_BAND = { "x-inngest-sync-kind": "in_band" };

const answer = (status: number, body: string, headers: Record<string, string> = IN_BAND) => ({
  status,
  body,
  headers: new Headers(headers),
});

/** Returns the problem that a link reports after its first sync. */
async function problemAfter(
  callApp: () => Promise<AppAnswer>,
  adopt: () => Promise<void> = async () => undefined,
) {
  const logLines: LogLine[] = [];
  const link = createAppLink({
    callApp,
    appUrl: "http://app.example/api/inngest",
    signingKey: "signkey-prod-00",
    clock: createDrivenClock(0),
    tracker: createWorkTracker(),
    log: (line) => logLines.push(line),
    adopt,
    onOpen: () => undefined,
  });
  onTestFinished(() => link.stop());
  await link.sync();
  return { problem: link.problem, levels: logLines.map(({ level }) => level) };
}

describe("a failed sync reports", () => {
  test("that the app is unreachable", async () => {
    const { problem, levels } = await problemAfter(() => Promise.reject(new Error("refused")));
    expect([problem, levels]).toEqual(["The app cannot be reached: refused.", ["warn"]]);
  });

  test("that something else responds", async () => {
    const { problem } = await problemAfter(async () => answer(502, "<html>", {}));
    expect(problem).toBe(
      "The app's address responds, but not like an Inngest endpoint: status 502.",
    );
  });

  test("that the response is not JSON", async () => {
    const { problem } = await problemAfter(async () => answer(200, "<html>"));
    expect(problem).toBe("The app's response to the sync is not JSON.");
  });

  test("that the database failed, not the app", async () => {
    const { problem, levels } = await problemAfter(
      async () => answer(200, '{"functions":[]}'),
      () => Promise.reject(new Error("disk full")),
    );
    expect(problem).toBe(
      "The app answered, but its functions could not be saved in the database: disk full.",
    );
    expect(levels).toEqual(["error"]);
  });
});
