import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { watchStopRequests } from "@/embedded/launcher/stop-requests";
import { replaceSection, scriptOf } from "./performance-section";

/** Everything that a benchmark needs in order to run. */
export interface BenchSurroundings {
  readonly root: string;
  /** Aborts when the run must stop. */
  readonly signal: AbortSignal;
  /** Writes a progress line. */
  readonly say: (line: string) => void;
}

/** A benchmark, which runs as the command `npm run bench:<name> [-- --quick]`. */
export interface Bench<Plan> {
  /** The name of the benchmark; null for `npm run bench` itself. */
  readonly name: string | null;
  /** A run that takes longer than this is stopped. If absent, there is no limit. */
  readonly timeMaxMs?: number;
  readonly full: Plan;
  readonly quick: Plan;
  /** Starts the programs to be measured, measures them, stops them, and resolves with the figures as Markdown. */
  readonly measure: (plan: Plan, surroundings: BenchSurroundings) => Promise<string>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = "docs/performance.md";
const LATE = "The run took too long. Everything that was started has been stopped.";

/** Runs the benchmark and then ends this process; a full run also writes its figures to `docs/performance.md`. */
export async function runBench<Plan>(bench: Bench<Plan>): Promise<never> {
  process.exit(await run(bench, process.argv.slice(2)));
}

async function run<Plan>(bench: Bench<Plan>, args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== "--quick")) {
    process.stderr.write(`Usage: npm run ${scriptOf(bench.name)} [-- --quick]\n`);
    return 2;
  }
  const isQuick = args.includes("--quick");
  const stop = watchStopRequests([]).signal;
  const { timeMaxMs } = bench;
  const late = timeMaxMs === undefined ? [] : [AbortSignal.timeout(timeMaxMs)];
  const signal = AbortSignal.any([stop, ...late]);
  try {
    const plan = isQuick ? bench.quick : bench.full;
    const figures = await bench.measure(plan, { root, signal, say });
    say(`\n${figures}`);
    if (!isQuick) await writeSection(bench.name, figures);
    return 0;
  } catch (error) {
    const isLate = signal.aborted && !stop.aborted;
    process.stderr.write(`${isLate ? LATE : sentenceOf(error, signal)}\n`);
    return 1;
  }
}

async function writeSection(name: string | null, figures: string): Promise<void> {
  const file = `${root}${PAGE}`;
  await writeFile(file, replaceSection(await readFile(file, "utf8"), name, figures));
  say(`\nWritten into ${PAGE}.`);
}

function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "Stopped. Everything that was started has been stopped.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
