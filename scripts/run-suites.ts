import { performance } from "node:perf_hooks";
import {
  ensureClientGenerated,
  ensureRouteTypesGenerated,
} from "@/embedded/launcher/build/ensure-built";
import { type Counts, formatCounts, sumCounts, summaryLines } from "./suites-counts";
import { ALL_SUITES, CHECK_SUITES, type Suite } from "./suites-list";
import { root, watchInterruption } from "./suites-process";

const print = (line: string) => process.stdout.write(`${line}\n`);
const secondsSince = (startMs: number) => `${((performance.now() - startMs) / 1000).toFixed(1)} s`;

/** `run-suites.ts check | all`: the last line is the sum over all suites, `N passed, N failed`, the exit code 1 when anything failed. */
async function main(args: readonly string[]): Promise<number> {
  const startMs = performance.now();
  const interruption = watchInterruption(args);
  const checkout = { root, signal: interruption, onWork: () => undefined };
  await ensureClientGenerated(checkout);
  await ensureRouteTypesGenerated(checkout);
  const results: { title: string; counts: Counts }[] = [];
  for (const suite of args[0] === "all" ? ALL_SUITES : CHECK_SUITES) {
    results.push({ title: suite.title, counts: await runSuite(suite) });
    if (interruption.aborted) {
      print("Interrupted.");
      return 1;
    }
  }
  const sum = sumCounts(results.map(({ counts }) => counts));
  print(`\n${secondsSince(startMs)} in all.`);
  for (const { title, counts } of results) {
    if (counts.failed > 0) print(`Failed: ${title} (${formatCounts(counts)})`);
  }
  for (const line of summaryLines(sum)) print(line);
  return sum.failed > 0 ? 1 : 0;
}

async function runSuite(suite: Suite): Promise<Counts> {
  const startMs = performance.now();
  print(`\n── ${suite.title}`);
  const counts = await suite.run();
  print(`── ${suite.title}: ${formatCounts(counts)}, ${secondsSince(startMs)}`);
  return counts;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
