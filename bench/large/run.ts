import { readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { watchStopRequests } from "@/embedded/launcher/stop-requests";
import { describeLoad, describeMachine } from "../report/describe-machine";
import { replaceSection } from "../report/performance-section";
import { ASKED } from "./all-asked";
import { findScanPattern, findScans } from "./check-plans";
import { type Databases, withDatabases } from "./databases";
import { type LargeFigures, renderFigures } from "./figures";
import { measureReads } from "./measure-reads";
import { measureWrites } from "./measure-writes";
import { createRecordingPool } from "./recording-pool";
import { readSamples } from "./samples";

const PAGE = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));
const DOCUMENTS = 1_000_000;
const ASSETS = 1_000;
const READ_ROUNDS = 15;
const WRITE_ROUNDS = 60;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function measure(
  { emptyUrl, smallUrl, largeUrl, description }: Databases,
  signal: AbortSignal,
): Promise<LargeFigures> {
  const [empty, small, large] = [emptyUrl, smallUrl, largeUrl].map(createRecordingPool);
  if (!empty || !small || !large) throw new Error("a database is missing");
  const [inSmall, inLarge] = await Promise.all([readSamples(small.pool), readSamples(large.pool)]);
  const filled = {
    small: { pool: small.pool, samples: inSmall },
    large: { pool: large.pool, samples: inLarge },
  };
  try {
    say(`Checking the plans of ${ASKED.length} calls…`);
    const pattern = await findScanPattern(large.pool);
    const scans: string[] = [];
    for (const asked of ASKED)
      scans.push(...(await findScans(asked, filled.large, large, pattern)));
    for (const scan of scans) say(`\n${scan}`);
    say("Measuring the calls at both sizes…");
    const reads = await measureReads(ASKED, filled, { rounds: READ_ROUNDS, signal });
    say("Measuring creates and reports…");
    const writes = await measureWrites(
      { empty: empty.pool, large: large.pool },
      { rounds: WRITE_ROUNDS, signal },
    );
    return { description, reads, writes, scans };
  } finally {
    await Promise.all([empty.pool.end(), small.pool.end(), large.pool.end()]);
  }
}

/**
 * Measures, and writes the figures to `docs/performance.md` if the run used the full number of documents. @returns the
 * exit code: 1 if a growing table is scanned
 */
async function run(args: readonly string[]): Promise<number> {
  const options = { documents: { type: "string", default: String(DOCUMENTS) } } as const;
  const documents = Number(parseArgs({ args: [...args], options }).values.documents);
  if (!Number.isInteger(documents) || documents < 10_000) {
    process.stderr.write("Usage: npm run bench:large [-- --documents <10000 or more>]\n");
    return 2;
  }
  const { signal } = watchStopRequests([]);
  return withDatabases({ documents, assets: ASSETS }, { signal, say }, async (databases) => {
    const [before = 0] = loadavg();
    const figures = await measure(databases, signal);
    const [after = 0] = loadavg();
    const { postgresVersion } = databases;
    const remarks = describeLoad(before, after);
    const text = `${describeMachine(new Date(), { postgresVersion, remarks })}\n\n${renderFigures(figures)}`;
    say(`\n${text}`);
    if (documents === DOCUMENTS) {
      await writeFile(PAGE, replaceSection(await readFile(PAGE, "utf8"), "large", text));
    }
    return figures.scans.length === 0 ? 0 : 1;
  });
}

process.exit(await run(process.argv.slice(2)));
