import { performance } from "node:perf_hooks";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { countCheck } from "./suites-counts";
import type { Outcome, Print, Suite } from "./suites-list";

/** The outcome of a suite and how long it took, not counting the time that it waited for the build. */
export interface TimedOutcome {
  readonly outcome: Outcome;
  readonly seconds: number;
}

/**
 * Runs suites, some of which need the built application. The application is built once, when the first of these suites
 * begins, and never while a suite that a build would disturb is running. If the build fails, the suites that need it
 * fail.
 */
export function runnerWithBuild(build: () => Promise<unknown>) {
  let lastTurn: Promise<unknown> = Promise.resolve();
  let built: Promise<string | null> | null = null;
  const takeTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = lastTurn.then(work);
    // A suite that breaks must not prevent the suites after it from running.
    lastTurn = turn.catch(() => undefined);
    return turn;
  };
  const buildOnce = () => {
    built ??= takeTurn(() => build().then(() => null, errorMessage));
    return built;
  };
  return async (suite: Suite, print: Print): Promise<TimedOutcome> => {
    if (suite.build === "disturbing") return takeTurn(() => runTimed(suite, print));
    const failure = suite.build === "needed" ? await buildOnce() : null;
    if (failure === null) return runTimed(suite, print);
    (print ?? ((text) => process.stdout.write(text)))(`${failure}\n`);
    return { outcome: { counts: countCheck(false), tests: [] }, seconds: 0 };
  };
}

async function runTimed(suite: Suite, print: Print): Promise<TimedOutcome> {
  const startMs = performance.now();
  const outcome = await suite.run(print);
  return { outcome, seconds: (performance.now() - startMs) / 1000 };
}
