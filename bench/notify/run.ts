import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { watchStopRequests } from "@/embedded/launcher/stop-requests";
import { renderFigures } from "./figures";
import { measure, type Plan } from "./measure";
import { replaceFigures } from "./performance-section";
import { withNotifyServers } from "./start-servers";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = "docs/performance.md";

const FULL: Plan = {
  rates: [
    { load: "idle", perSecond: 5, changes: 100 },
    { load: "50/s", perSecond: 50, changes: 1_000 },
    { load: "200/s", perSecond: 200, changes: 4_000 },
  ],
  warmUpChanges: 1_500,
  backlog: 20_000,
  stream: 20_000,
  drainRounds: 3,
  hanging: { perSecond: 100, changes: 500, rounds: 7 },
};
const QUICK: Plan = {
  rates: [
    { load: "idle", perSecond: 5, changes: 25 },
    { load: "50/s", perSecond: 50, changes: 250 },
    { load: "200/s", perSecond: 200, changes: 1_000 },
  ],
  warmUpChanges: 500,
  backlog: 10_000,
  stream: 10_000,
  drainRounds: 1,
  hanging: { perSecond: 100, changes: 300, rounds: 1 },
};

/** `npm run bench:notify [-- --quick]`: a full run also writes its figures into `docs/performance.md`. */
async function run(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== "--quick")) {
    process.stderr.write("Usage: npm run bench:notify [-- --quick]\n");
    return 2;
  }
  const isQuick = args.includes("--quick");
  const { signal } = watchStopRequests([]);
  try {
    await withNotifyServers({ root, signal }, async (servers) => {
      const loads = [loadavg()[0] ?? 0];
      say("Measuring …");
      const figures = await measure(servers, isQuick ? QUICK : FULL, { signal, say });
      const results = `${describeMachine(new Date(), [...loads, loadavg()[0] ?? 0])}\n\n${renderFigures(figures)}`;
      say(`\n${results}`);
      if (isQuick) return;
      const page = await readFile(`${root}${PAGE}`, "utf8");
      await writeFile(`${root}${PAGE}`, replaceFigures(page, results));
      say(`\nWritten into ${PAGE}.`);
    });
    return 0;
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, signal)}\n`);
    return 1;
  }
}

/** The load before and after the run tells whether others were at work: alone it is below 0.5 and about 2. */
function describeMachine(date: Date, loads: readonly number[]): string {
  const [processor] = cpus();
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  return (
    `${processor?.model.trim()}, ${cpus().length} cores, ${gibibytes} GiB of memory, ${process.platform}; ` +
    `Node ${process.versions.node}; measured on ${date.toISOString().slice(0, 10)}, ` +
    `load before and after ${loads.map((load) => load.toFixed(1)).join(" and ")}.`
  );
}

function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "Stopped; all servers have ended.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exit(await run(process.argv.slice(2)));
