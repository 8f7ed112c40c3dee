import { format, judgeTarget, toList, toMarkdownTable, verdict } from "../report/report";
import { type Row, type Times, toTimes } from "../report/times";
import type { CockpitSize } from "./fill-database";
import { DROPS, type Drop, type FirstLoad, type Scroll } from "./measure-browser";
import type { Live } from "./measure-live";

/** Everything that a run measured. */
export interface CockpitFigures {
  readonly size: CockpitSize;
  /** The first row of each table is the reference that the other rows are compared with. */
  readonly statements: readonly Row[];
  readonly http: readonly Row[];
  readonly drops: readonly Drop[];
  /** The number of files in a drop of many files. */
  readonly filesDropped: number;
  readonly firstLoad: FirstLoad;
  readonly scroll: Scroll;
  /** Of the list of all documents. */
  readonly list: Scroll;
  /** From the key that approves a document to the next one. */
  readonly review: Times;
  readonly live: readonly Live[];
}

const FIRST_SIGN_MAX_MS = 200;
const SCRIPT_MAX_BYTES = 200_000;
const NEXT_DOCUMENT_MAX_MS = 100;
const ARRIVAL_MAX_MS = 1_000;
const ELEMENTS_TIMES_MAX = 6;

/** Renders the tables and verdicts as Markdown. */
export function renderFigures(figures: CockpitFigures): string {
  const { size, statements, http, live } = figures;
  const [assets, documents] = [size.assets, size.documents].map((count) => format(count, 0));
  return [
    `${assets} assets and ${documents} documents. Each ratio compares medians with the reference from the same run.`,
    readingTable("Below HTTP", statements),
    readingTable("Over HTTP", http),
    liveTable(live),
    scrollTable("60 more tiles drawn", figures.scroll),
    scrollTable("100 more documents drawn", figures.list),
    dropTable(figures),
    toList(judge(figures)),
  ].join("\n\n");
}

function readingTable(title: string, rows: readonly Row[]): string {
  const reference = rows[0]?.times.p50Ms ?? 0;
  const cellsOf = ({ what, times }: Row) => [
    what,
    ...timesCells(times),
    format(times.p50Ms / reference, 1),
  ];
  return toMarkdownTable([[title, "count", "p50 ms", "p99 ms", "ratio"], ...rows.map(cellsOf)]);
}

const timesCells = ({ count, p50Ms, p99Ms }: Times) => [
  format(count, 0),
  format(p50Ms, 1),
  format(p99Ms, 1),
];

function liveTable(live: readonly Live[]): string {
  const cellsOf = ({ streams, arrival, polling }: Live) => [
    String(streams),
    ...timesCells(arrival),
    format(polling.p50Ms, 1),
    format(arrival.p50Ms / polling.p50Ms, 2),
  ];
  const head = ["Streams open", "events", "p50 ms", "p99 ms", "one poll p50 ms", "ratio"];
  return toMarkdownTable([head, ...live.map(cellsOf)]);
}

/** Renders a comparison of the first ten pages with the last ten. */
function scrollTable(title: string, { pages, first, last }: Scroll): string {
  const cellsOf = (what: string, times: Times) => [
    what,
    ...timesCells(times),
    format(times.p50Ms / first.p50Ms, 1),
  ];
  return toMarkdownTable([
    [title, "count", "p50 ms", "p99 ms", "ratio"],
    cellsOf("in the first ten pages", first),
    cellsOf(`in the last ten of ${format(pages, 0)}`, last),
  ]);
}

/** Renders the median and the worst time of each kind of drop. */
function dropTable({ drops, filesDropped }: CockpitFigures): string {
  const one = firstSigns(drops, "one").p50Ms;
  const cellsOf = (what: Drop["what"]) => {
    const { count, p50Ms, p99Ms } = firstSigns(drops, what);
    const figures = [count, p50Ms, p99Ms].map((figure) => format(figure, 0));
    const blocked = (["longestTaskMs", "browserMs"] as const).map((time) =>
      format(Math.max(...ofKind(drops, what).map((drop) => drop[time])), 0),
    );
    return [titleOf(what, filesDropped), ...figures, format(p50Ms / one, 1), ...blocked];
  };
  const signs = ["Dropped", "times", "first sign p50 ms", "worst", "ratio"];
  const head = [...signs, "longest task ms", "Chromium before the drop, ms"];
  return toMarkdownTable([head, ...DROPS.map(cellsOf)]);
}

function titleOf(what: Drop["what"], filesDropped: number): string {
  const files = `${format(filesDropped, 0)} files`;
  return { one: "1 file", many: files, folder: `a folder with ${files}` }[what];
}

const ofKind = (drops: readonly Drop[], what: Drop["what"]) =>
  drops.filter((drop) => drop.what === what);

const firstSigns = (drops: readonly Drop[], what: Drop["what"]) =>
  toTimes(ofKind(drops, what).map(({ firstSignMs }) => firstSignMs));

function judge({
  drops,
  filesDropped,
  firstLoad,
  scroll,
  list,
  review,
  live,
}: CockpitFigures): string[] {
  const { scriptBytes, scripts } = firstLoad;
  return [
    ...(["many", "folder"] as const).map((what) => {
      const signMs = firstSigns(drops, what).p50Ms;
      const measured = `first sign of ${titleOf(what, filesDropped)}: ${format(signMs, 0)} ms`;
      return judgeTarget(measured, signMs, ["under", FIRST_SIGN_MAX_MS, `${FIRST_SIGN_MAX_MS} ms`]);
    }),
    `first load of /cockpit: ${format(scriptBytes / 1_000, 1)} kB of compressed JavaScript in ${scripts} files; ` +
      `target under ${SCRIPT_MAX_BYTES / 1_000} kB: ${verdict(scriptBytes < SCRIPT_MAX_BYTES)}.`,
    judgeElements(`${format(scroll.pages * 60, 0)} tiles`, scroll),
    judgeElements(`${format(list.pages * 100, 0)} documents`, list),
    judgeTarget(
      `the next document to review after the key: median ${format(review.p50Ms, 0)} ms, p99 ${format(review.p99Ms, 0)} ms`,
      review.p99Ms,
      ["under", NEXT_DOCUMENT_MAX_MS, `${NEXT_DOCUMENT_MAX_MS} ms`],
    ),
    ...live.map(
      ({ streams, arrival }) =>
        `a change reaches ${streams} open ${streams === 1 ? "page" : "pages"}: p99 ${format(arrival.p99Ms, 0)} ms; ` +
        `target under ${ARRIVAL_MAX_MS} ms: ${verdict(arrival.p99Ms < ARRIVAL_MAX_MS)}.`,
    ),
  ];
}

function judgeElements(
  what: string,
  { elementsMost, elementsFirst, longestTaskMs }: Scroll,
): string {
  const elements = elementsMost / elementsFirst;
  return (
    `elements after ${what}: at most ${format(elements, 1)} times those of the first page; ` +
    `target under ${ELEMENTS_TIMES_MAX} times: ${verdict(elements < ELEMENTS_TIMES_MAX)}; ` +
    `longest task ${format(longestTaskMs, 0)} ms.`
  );
}
