import { type BenchSurroundings, runBench, withMachine } from "../report/report";
import { readSamples } from "./calls";
import { type LargeFigures, renderFigures } from "./figures";
import { type Databases, type LargeSize, startDatabases } from "./fill-database";
import {
  createRecordingPool,
  findScanPattern,
  findScans,
  measureReads,
  measureWrites,
} from "./measure";
import { CALLS } from "./notification-calls";

/** The size of the large database; the page shows the figures of this one. */
const FULL: LargeSize = { documents: 1_000_000, assets: 1_000 };
const DOCUMENTS_MIN = 10_000;
const READ_ROUNDS = 15;
const WRITE_ROUNDS = 60;

/** Returns null if the arguments are wrong. */
function sizeOf(args: readonly string[]): LargeSize | null {
  const [option, value] = args;
  const documents = Number(value);
  if (option !== "--documents" || args.length > 2 || !Number.isInteger(documents)) return null;
  if (documents === FULL.documents) return FULL;
  return documents < DOCUMENTS_MIN ? null : { ...FULL, documents };
}

await runBench<LargeSize>({
  name: "large",
  full: FULL,
  shorter: { usage: "--documents <10000 or more>", planOf: sizeOf },
  measure: async (size, surroundings) => {
    const databases = await startDatabases(size, surroundings);
    return withMachine(async () => {
      const figures = await measure(databases, surroundings);
      if (figures.scans.length > 0) surroundings.fail();
      return renderFigures(figures);
    }, databases);
  },
});

async function measure(
  { emptyUrl, smallUrl, largeUrl, description }: Databases,
  { signal, say, addEnding }: BenchSurroundings,
): Promise<LargeFigures> {
  const [empty, small, large] = [emptyUrl, smallUrl, largeUrl].map(createRecordingPool);
  if (!empty || !small || !large) throw new Error("a database is missing");
  for (const { pool } of [empty, small, large]) addEnding(() => pool.end());
  const [inSmall, inLarge] = await Promise.all([readSamples(small.pool), readSamples(large.pool)]);
  const filled = {
    small: { pool: small.pool, samples: inSmall },
    large: { pool: large.pool, samples: inLarge },
  };
  say(`Checking the plans of ${CALLS.length} calls…`);
  const pattern = await findScanPattern(large.pool);
  const scans: string[] = [];
  for (const call of CALLS) scans.push(...(await findScans(call, filled.large, large, pattern)));
  for (const scan of scans) say(`\n${scan}`);
  say("Measuring the calls at both sizes…");
  const reads = await measureReads(CALLS, filled, { rounds: READ_ROUNDS, signal });
  say("Measuring creates and reports…");
  const writes = await measureWrites(
    { empty: empty.pool, large: large.pool },
    { rounds: WRITE_ROUNDS, signal },
  );
  return { description, reads, writes, scans };
}
