import { fileURLToPath } from "node:url";
import { watchStopRequests } from "@/embedded/launcher/stop-requests";
import { measureIdle, measureSteps, type Plan, type Row } from "./measure";
import { writePerformanceSection } from "./performance-section";
import { renderResults } from "./results";
import { withPrograms } from "./start-programs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = "docs/performance.md";

const FULL: Plan = { rounds: 6, singleRuns: 6, warmUpRuns: 80, idleMs: 30_000 };
const QUICK: Plan = { rounds: 2, singleRuns: 3, warmUpRuns: 40, idleMs: 20_000 };

/** `npm run bench:engine [-- --quick]`: a full run also writes its figures into `docs/performance.md`. */
async function run(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== "--quick")) {
    process.stderr.write("Usage: npm run bench:engine [-- --quick]\n");
    return 2;
  }
  const isQuick = args.includes("--quick");
  const plan = isQuick ? QUICK : FULL;
  const { signal } = watchStopRequests([]);
  try {
    say("Starting PostgreSQL, the app, the executor and the bare loop …");
    await withPrograms(signal, async (programs) => {
      say("Measuring, executor and bare loop in turns …");
      const rows = await measureSteps(programs, plan, sayRow);
      say("Measuring the executor without work …");
      const idle = await measureIdle(programs, plan);
      const { postgresVersion } = programs;
      const results = renderResults({ rows, idle, postgresVersion, date: new Date() });
      say(`\n${results}`);
      if (isQuick) return;
      await writePerformanceSection(`${root}${PAGE}`, results);
      say(`\nWritten into ${PAGE}.`);
    });
    return 0;
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, signal)}\n`);
    return 1;
  }
}

function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "Stopped; all programs have ended.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sayRow({ runsAtOnce, executor, bare }: Row): void {
  const rates = [executor, bare].map(({ requestsPerSecond }) => Math.round(requestsPerSecond));
  say(`  ${runsAtOnce} at once: ${rates.join(" : ")} steps/s`);
}

process.exit(await run(process.argv.slice(2)));
