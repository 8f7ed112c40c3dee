import { fileURLToPath } from "node:url";
import { watchStopRequests } from "@/embedded/launcher/stop-requests";
import { measure, type Plan, type Row } from "./measure";
import { renderResults, writePerformancePage } from "./performance-page";
import { withServers } from "./start-servers";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = "docs/performance.md";

const FULL: Plan = {
  connections: [1, 10, 50],
  rounds: 3,
  burst: { durationMs: 2_500, requestsMax: { create: 25_000, report: 400, get: 50_000 } },
  warmUp: { durationMs: 10_000, requestsMax: { create: 5_000, report: 1_000, get: 5_000 } },
};
const QUICK: Plan = {
  connections: [1, 10, 50],
  rounds: 1,
  burst: { durationMs: 1_000, requestsMax: { create: 20_000, report: 100, get: 40_000 } },
  warmUp: { durationMs: 3_000, requestsMax: { create: 2_000, report: 100, get: 2_000 } },
};

/** `npm run bench:api [-- --quick]`: a full run also writes its figures into `docs/performance.md`. */
async function run(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== "--quick")) {
    process.stderr.write("Usage: npm run bench:api [-- --quick]\n");
    return 2;
  }
  const isQuick = args.includes("--quick");
  const { signal } = watchStopRequests([]);
  try {
    await withServers({ root, signal, say }, async (servers) => {
      say("Measuring, product and bare server in turns …");
      const rows = await measure(servers, isQuick ? QUICK : FULL, { signal, onRow: sayRow });
      const { postgresVersion } = servers;
      const results = renderResults(rows, { postgresVersion, date: new Date() });
      say(`\n${results}`);
      if (isQuick) return;
      await writePerformancePage(`${root}${PAGE}`, results);
      say(`\nWritten into ${PAGE}.`);
    });
    return 0;
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, signal)}\n`);
    return 1;
  }
}

function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "Stopped; all servers have ended.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sayRow({ call, connections, product, bare }: Row): void {
  const rates = [product, bare].map(({ requestsPerSecond }) => Math.round(requestsPerSecond));
  say(`  ${call} at ${connections}: ${rates.join(" : ")} requests/s`);
}

process.exit(await run(process.argv.slice(2)));
