import { format, toMarkdownTable, verdict } from "../report/report";
import { medianOf, type Times, toTimes } from "../report/times";

/** The times under one load. */
export interface Latency extends Times {
  readonly load: string;
}

/** The result of sending one backlog. */
export interface Drain {
  readonly changesPerSecond: number;
  readonly requests: number;
}

/** The results of the product and of the bare drain, which took turns. */
export interface Turns {
  readonly product: readonly Drain[];
  readonly bare: readonly Drain[];
}

/** Everything that a run measured. */
export interface NotifyFigures {
  /**
   * The times from the response to a change until its arrival at the receiver: on the idle product, at 50/s, and at
   * 200/s.
   */
  readonly receipt: readonly Latency[];
  /** Changes that are committed one by one while notifications are sent. */
  readonly stream: Turns;
  /** Changes that were all committed before the drain. */
  readonly backlog: Turns;
  /** The API's response times while the receiver accepts notifications, and while it hangs. */
  readonly accepting: Latency;
  readonly hanging: Latency;
  readonly processing: BesideProcessing;
}

/** Each figure, measured without and with documents waiting for processing. */
export interface BesideProcessing {
  /** How many documents were waiting at the start. */
  readonly documents: number;
  readonly receipt: readonly [quiet: Latency, busy: Latency];
  readonly answer: readonly [quiet: Latency, busy: Latency];
}

/** The target for each load. */
const AIMS: readonly {
  readonly load: string;
  readonly figure: "p50Ms" | "p99Ms";
  readonly max: number;
}[] = [
  { load: "idle", figure: "p50Ms", max: 60 },
  { load: "50/s", figure: "p99Ms", max: 250 },
  { load: "200/s", figure: "p99Ms", max: 400 },
];
const DRAIN_RATIO_MIN = 0.5;
const HANGING_COST_MAX = 0.05;
const PROCESSING_RATIO_MAX = 1.2;

/** Summarises values, given in any order, as a row. */
export const toLatency = (load: string, valuesMs: readonly number[]): Latency => ({
  load,
  ...toTimes(valuesMs),
});

/** Combines several rounds into the median of each figure, so that a round disturbed by other programs does not count. */
export function middleOf(rounds: readonly Latency[]): Latency {
  return {
    load: rounds[0]?.load ?? "",
    count: rounds.reduce((total, { count }) => total + count, 0),
    p50Ms: medianOf(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: medianOf(rounds.map(({ p99Ms }) => p99Ms)),
  };
}

/** Renders the tables and verdicts as Markdown. */
export function renderFigures(figures: NotifyFigures): string {
  const { receipt, stream, backlog, accepting, hanging, processing } = figures;
  const cost = hanging.p99Ms / accepting.p99Ms - 1;
  const rows = [
    ["response to receipt, idle", "50/s", "200/s"].map((name, index) =>
      latencyRow(name, receipt[index]),
    ),
    [latencyRow("API response, receiver accepts", accepting)],
    [latencyRow("API response, receiver hangs", hanging)],
    processingRows(processing),
  ].flat();
  return [
    toMarkdownTable([["", "changes", "p50 ms", "p99 ms"], ...rows]),
    toMarkdownTable([
      ["changes/s", "product", "bare outbox", "ratio", "requests"],
      turnsRow("a stream", stream),
      turnsRow("a backlog", backlog),
    ]),
    [
      ...AIMS.map((aim) => latencyVerdict(aim, receipt)),
      turnsVerdict("a stream of changes", stream),
      turnsVerdict("a backlog", backlog),
      `- a hanging receiver: ${format(cost * 100, 1)}% at the API's p99; target less than ${HANGING_COST_MAX * 100}%: ${verdict(cost < HANGING_COST_MAX)}.`,
      ...processingVerdicts(processing),
    ].join("\n"),
  ].join("\n\n");
}

const rateOf = (drains: readonly Drain[]) => medianOf(drains.map((one) => one.changesPerSecond));
const requestsOf = (drains: readonly Drain[]) =>
  format(medianOf(drains.map((one) => one.requests)), 0);
const ratioOf = ({ product, bare }: Turns) => rateOf(product) / rateOf(bare);

const turnsRow = (name: string, turns: Turns) => [
  name,
  format(rateOf(turns.product), 0),
  format(rateOf(turns.bare), 0),
  format(ratioOf(turns), 2),
  `${requestsOf(turns.product)} : ${requestsOf(turns.bare)}`,
];

const turnsVerdict = (name: string, turns: Turns) =>
  `- ${name}: ${format(ratioOf(turns), 2)} of the bare drain; target at least ${DRAIN_RATIO_MIN}: ` +
  `${verdict(ratioOf(turns) >= DRAIN_RATIO_MIN)}.`;

const latencyRow = (name: string, latency: Latency | undefined) => [
  name,
  format(latency?.count ?? null, 0),
  format(latency?.p50Ms ?? null, 1),
  format(latency?.p99Ms ?? null, 1),
];

function latencyVerdict(
  { load, figure, max }: (typeof AIMS)[number],
  receipt: readonly Latency[],
): string {
  const found = receipt.find((latency) => latency.load === load)?.[figure] ?? null;
  const name = figure === "p50Ms" ? "p50" : "p99";
  const isMet = found !== null && found <= max;
  return `- ${load}: ${name} ${format(found, 1)} ms; target at most ${max} ms: ${verdict(isMet)}.`;
}

function processingRows({ documents, receipt, answer }: BesideProcessing): string[][] {
  const names = ["nothing to process", `${documents} documents waiting for processing`];
  return [
    ...receipt.map((one, index) =>
      latencyRow(`response to receipt, ${one.load}, ${names[index]}`, one),
    ),
    ...answer.map((one, index) => latencyRow(`API response, ${one.load}, ${names[index]}`, one)),
  ];
}

function processingVerdicts({ receipt, answer }: BesideProcessing): string[] {
  return Object.entries({ "response to receipt": receipt, "API response": answer }).map(
    ([name, [quiet, busy]]) => {
      const ratio = busy.p99Ms / quiet.p99Ms;
      return (
        `- ${name} with documents waiting for processing: ${format(ratio, 2)} times the p99 without them; ` +
        `target at most ${PROCESSING_RATIO_MAX}: ${verdict(ratio <= PROCESSING_RATIO_MAX)}.`
      );
    },
  );
}
