import { type BenchSurroundings, quick, runBench, withMachine } from "../report/report";
import { type CockpitFigures, renderFigures } from "./figures";
import type { CockpitSize } from "./fill-database";
import { measureDrops, measureFirstLoad, measureReview, measureScroll } from "./measure-browser";
import { type Live, measureLive } from "./measure-live";
import { measureHttp, measureStatements } from "./measure-reading";
import { type Cockpit, startCockpit } from "./start-cockpit";

/** The scope of the measurements. */
interface Plan {
  readonly size: CockpitSize;
  readonly statementRounds: number;
  readonly httpRounds: number;
  readonly streams: readonly number[];
  readonly changes: number;
  /** The number of pages to scroll through, each with 60 tiles. */
  readonly scrolledPages: number;
  /** The number of pages of the list of documents to scroll through, each with 100 rows. */
  readonly listedPages: number;
  readonly reviewed: number;
  readonly drops: { readonly files: number; readonly rounds: number };
}

await runBench<Plan>({
  name: "cockpit",
  full: {
    size: { assets: 10_000, documents: 200_000 },
    statementRounds: 200,
    httpRounds: 200,
    streams: [1, 50],
    changes: 100,
    scrolledPages: 160,
    listedPages: 100,
    reviewed: 30,
    drops: { files: 4_000, rounds: 5 },
  },
  shorter: quick({
    size: { assets: 1_000, documents: 20_000 },
    statementRounds: 30,
    httpRounds: 30,
    streams: [1, 50],
    changes: 10,
    scrolledPages: 15,
    listedPages: 15,
    reviewed: 5,
    drops: { files: 4_000, rounds: 1 },
  }),
  measure: async (plan, surroundings) => {
    const cockpit = await startCockpit(plan.size, surroundings);
    const measured = async () => renderFigures(await measureAll(cockpit, plan, surroundings));
    return withMachine(measured, cockpit);
  },
});

async function measureAll(
  cockpit: Cockpit,
  plan: Plan,
  { signal, say }: BenchSurroundings,
): Promise<CockpitFigures> {
  const { size, statementRounds, httpRounds, streams, changes, drops } = plan;
  say("Measuring the statements, then the calls over HTTP…");
  const statements = await measureStatements(cockpit, statementRounds, signal);
  const http = await measureHttp(cockpit, httpRounds, signal);
  say("Measuring how changes arrive…");
  const live: Live[] = [];
  for (const count of streams) {
    live.push(await measureLive(cockpit, { streams: count, changes }, signal));
  }
  say("Measuring in a browser…");
  const firstLoad = await measureFirstLoad(cockpit);
  const scroll = await measureScroll(cockpit, plan.scrolledPages, "/cockpit");
  const list = await measureScroll(cockpit, plan.listedPages, "/documents");
  const review = await measureReview(cockpit, plan.reviewed);
  const seen = await measureDrops(cockpit, drops, signal);
  return {
    size,
    statements,
    http,
    live,
    firstLoad,
    scroll,
    list,
    review,
    drops: seen,
    filesDropped: drops.files,
  };
}
