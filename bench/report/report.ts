import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { watchStopRequests } from "@/embedded/launcher/stop-requests";

/** Registers a function that stops something that was started. */
export type AddEnding = (end: () => Promise<unknown>) => void;

/** Everything that a benchmark needs in order to run. */
export interface BenchSurroundings {
  readonly root: string;
  /** Aborts when the run must stop. */
  readonly signal: AbortSignal;
  /** Writes a progress line. */
  readonly say: (line: string) => void;
  /** Makes the run exit with code 1 although its figures are complete. */
  readonly fail: () => void;
  /** What was started is stopped after the measurement, in reverse order. */
  readonly addEnding: AddEnding;
}

/** The option for a shorter run, such as `--quick`. */
export interface Shorter<Plan> {
  readonly usage: string;
  /** Returns null if the arguments are wrong. */
  readonly planOf: (args: readonly string[]) => Plan | null;
}

/** Returns the option `--quick` with its plan. */
export const quick = <Plan>(plan: Plan): Shorter<Plan> => ({
  usage: "--quick",
  planOf: (args) => (args.every((arg) => arg === "--quick") ? plan : null),
});

/** A benchmark, which runs as the command `npm run bench:<name> [-- <option>]`. */
export interface Bench<Plan> {
  /** The name of the benchmark; null for `npm run bench` itself. */
  readonly name: string | null;
  /** A run that takes longer than this is stopped. If absent, there is no limit. */
  readonly timeMaxMs?: number;
  /** The plan of a run without options, whose figures are written to the page. */
  readonly full: Plan;
  readonly shorter: Shorter<Plan>;
  /** Starts the programs to be measured, measures them, and resolves with the figures as Markdown. */
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
  const plan = args.length === 0 ? bench.full : bench.shorter.planOf(args);
  if (plan === null) {
    process.stderr.write(`Usage: npm run ${scriptOf(bench.name)} [-- ${bench.shorter.usage}]\n`);
    return 2;
  }
  const stop = watchStopRequests([]).signal;
  const { timeMaxMs } = bench;
  const late = timeMaxMs === undefined ? [] : [AbortSignal.timeout(timeMaxMs)];
  const signal = AbortSignal.any([stop, ...late]);
  try {
    let code = 0;
    const fail = () => {
      code = 1;
    };
    const figures = await withEndings((addEnding) =>
      bench.measure(plan, { root, signal, say, fail, addEnding }),
    );
    say(`\n${figures}`);
    if (plan === bench.full) await writeSection(bench.name, figures);
    return code;
  } catch (error) {
    const isLate = signal.aborted && !stop.aborted;
    process.stderr.write(`${isLate ? LATE : sentenceOf(error, signal)}\n`);
    return 1;
  }
}

/**
 * Resolves with the result of `work` after everything that it started has been stopped, in reverse order. Rejects with
 * the error of `work` or, if only stops failed, with their errors.
 */
export async function withEndings<Result>(
  work: (addEnding: AddEnding) => Promise<Result>,
): Promise<Result> {
  const endings: (() => Promise<unknown>)[] = [];
  const failures: unknown[] = [];
  const [outcome] = await Promise.allSettled([work((end) => endings.push(end))]);
  for (const end of endings.toReversed()) await end().catch((error) => failures.push(error));
  if (outcome.status === "rejected") throw outcome.reason;
  if (failures.length > 0) throw new AggregateError(failures, "Not everything could be stopped.");
  return outcome.value;
}

async function writeSection(name: string | null, figures: string): Promise<void> {
  const file = `${root}${PAGE}`;
  await writeFile(file, replaceSection(await readFile(file, "utf8"), name, figures));
  say(`\nWritten into ${PAGE}.`);
}

/**
 * Resolves with the results of `work` as Markdown, after a sentence about the machine and its load before and after.
 */
export async function withMachine(
  work: () => Promise<string>,
  { postgresVersion }: { readonly postgresVersion?: string } = {},
): Promise<string> {
  const [before = 0] = loadavg();
  const figures = await work();
  const [after = 0] = loadavg();
  const remarks = describeLoad(before, after);
  return `${describeMachine(new Date(), { postgresVersion, remarks })}\n\n${figures}`;
}

function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "Stopped. Everything that was started has been stopped.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Replaces the section of `docs/performance.md` that a benchmark generated; the rest of the page stays the same.
 * @throws Error if the page lacks one of the benchmark's two markers
 */
export function replaceSection(page: string, name: string | null, figures: string): string {
  const script = scriptOf(name);
  const first = `<!-- Generated by \`npm run ${script}\`: do not edit below. -->`;
  const last = `<!-- End of the figures of \`npm run ${script}\`. -->`;
  const start = page.indexOf(first);
  const end = page.indexOf(last);
  if (start < 0 || end < start) {
    throw new Error(`docs/performance.md does not contain both markers of ${script}.`);
  }
  return `${page.slice(0, start)}${first}\n\n${figures.trim()}\n\n${page.slice(end)}`;
}

/** Returns the npm script of a benchmark; null stands for the benchmark that compares everything. */
export const scriptOf = (name: string | null) => (name === null ? "bench" : `bench:${name}`);

/** Formats rows of cells, the header first, as a Markdown table that is also readable in a terminal. */
export function toMarkdownTable(lines: readonly (readonly string[])[]): string {
  const [head = []] = lines;
  const widths = head.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const toLine = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  const rule = toLine(widths.map((width) => "-".repeat(width)));
  const [first = "", ...others] = lines.map(toLine);
  return [first, rule, ...others].join("\n");
}

/** Formats a number, or a dash if it was not measured. */
export function format(value: number | null, digits: number): string {
  return value === null
    ? "–"
    : value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats whether a target is met; null if the figure was not measured. */
export function verdict(isMet: boolean | null): string {
  if (isMet === null) return "not measured";
  return isMet ? "met" : "not met";
}

const COMPARED = {
  "at most": (value: number, limit: number) => value <= limit,
  "at least": (value: number, limit: number) => value >= limit,
  under: (value: number, limit: number) => value < limit,
};

/** Formats what was measured, the limit as `text`, and whether `value` meets it. */
export function judgeTarget(
  measured: string,
  value: number | null,
  [word, limit, text]: readonly [word: keyof typeof COMPARED, limit: number, text: string],
): string {
  const isMet = value === null ? null : COMPARED[word](value, limit);
  return `${measured}; target ${word} ${text}: ${verdict(isMet)}.`;
}

/** Formats sentences as a Markdown list. */
export const toList = (sentences: readonly string[]) =>
  sentences.map((sentence) => `- ${sentence}`).join("\n");

/** Describes the machine and the versions in one sentence; `remarks` follow the date. */
export function describeMachine(
  date: Date,
  {
    postgresVersion,
    remarks = "",
  }: { postgresVersion?: string | undefined; remarks?: string } = {},
): string {
  const [processor] = cpus();
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  const postgres = postgresVersion === undefined ? "" : `, PostgreSQL ${postgresVersion}`;
  return (
    `${processor?.model.trim()}, ${cpus().length} cores, ${gibibytes} GiB of memory, ${process.platform}; ` +
    `Node ${process.versions.node}${postgres}; measured on ${date.toISOString().slice(0, 10)}${remarks}.`
  );
}

/**
 * Describes the load before and after a run, which shows whether other programs ran: `, load 1.9 before and
 * 1.0 after`.
 */
export function describeLoad(before: number, after: number): string {
  return `, load ${before.toFixed(1)} before and ${after.toFixed(1)} after`;
}
