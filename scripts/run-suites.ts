import { performance } from "node:perf_hooks";
import {
  type Checkout,
  ensureBuilt,
  ensureClientGenerated,
  ensureRouteTypesGenerated,
} from "@/embedded/launcher/build/ensure-built";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { runnerWithBuild } from "./suites-build";
import { chooseSuites } from "./suites-choice";
import { formatCounts, sumCounts, summaryLines } from "./suites-counts";
import type { Outcome, Print, Suite } from "./suites-list";
import { END_WITH_PARENT, root, watchInterruption } from "./suites-process";
import { runSideBySide } from "./suites-side-by-side";
import { slowestOf } from "./suites-slowest";

/** Two suites, with at least two workers each, keep two processors busy. A third would only slow their tests down. */
const SUITES_AT_A_TIME = 2;
const SLOWEST_SHOWN = 15;

interface Finished extends Outcome {
  readonly title: string;
  readonly seconds: number;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const formatSeconds = (seconds: number) => `${seconds.toFixed(1)} s`;
const printTime = (seconds: number, name: string) =>
  print(`${formatSeconds(seconds).padStart(9)}  ${name}`);

/**
 * `run-suites.ts check | all [a suite's name or a part of a test file's path …]`. The last line is the sum over all
 * suites, `N passed, N failed`. The exit code is 1 if any test or check failed.
 */
async function main(args: readonly string[]): Promise<number> {
  const startMs = performance.now();
  const suites = await chooseSuites(args.filter((arg) => arg !== END_WITH_PARENT));
  const signal = watchInterruption(args);
  const checkout = { root, signal, onWork: () => undefined };
  await ensureClientGenerated(checkout);
  await ensureRouteTypesGenerated(checkout);
  const run = suiteRunner(suites.length === 1, checkout);
  const finished = await runSideBySide(suites, { width: SUITES_AT_A_TIME, signal }, run);
  if (signal.aborted) {
    print("Interrupted.");
    return 1;
  }
  printTimes(finished);
  const sum = sumCounts(finished.map(({ counts }) => counts));
  print(`\n${formatSeconds((performance.now() - startMs) / 1000)} in all.`);
  for (const { title, counts } of finished) {
    if (counts.failed > 0) print(`Failed: ${title} (${formatCounts(counts)})`);
  }
  for (const line of summaryLines(sum)) print(line);
  return sum.failed > 0 ? 1 : 0;
}

/**
 * Runs a suite and prints one line when it has finished. When several suites run, the output of a suite is printed above
 * its line only if it fails. A single suite prints directly to the terminal.
 */
function suiteRunner(isAlone: boolean, checkout: Checkout) {
  const run = runnerWithBuild(() => ensureBuilt(checkout));
  return async (suite: Suite): Promise<Finished> => {
    const said: string[] = [];
    const say: Print = isAlone ? undefined : (text) => said.push(text);
    const { outcome, seconds } = await run(suite, say);
    if (outcome.counts.failed > 0) print(`\n── ${suite.title}\n${said.join("").trimEnd()}`);
    print(`── ${suite.title}: ${formatCounts(outcome.counts)}, ${formatSeconds(seconds)}`);
    return { ...outcome, title: suite.title, seconds };
  };
}

function printTimes(finished: readonly Finished[]): void {
  print("\nSuites:");
  for (const { title, seconds } of finished) printTime(seconds, title);
  const slowest = slowestOf(
    finished.flatMap(({ tests }) => tests),
    SLOWEST_SHOWN,
  );
  if (slowest.length === 0) return;
  print("\nThe slowest tests:");
  for (const { name, seconds } of slowest) printTime(seconds, name);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${errorMessage(error)}\n`);
    process.exit(1);
  },
);
