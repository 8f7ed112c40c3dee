import { describeMachine, format, toList, toMarkdownTable, verdict } from "../report/report";
import { ratioSpread, type Spread, spreadOf, toSpread } from "../report/times";
import type { AtRate, Idle, Measured, Measurements } from "./measure";
import type { BurstFigures } from "./run-burst";
import type { CallName, PartName, SideName } from "./side";

/** A run of the bench. */
export interface Results extends Evidence {
  readonly date: Date;
  /** The share of the machine, from 0 to 1, that programs other than the bench used during the run. */
  readonly strangersShare: number | null;
  /** The load average before and after the run, as text. */
  readonly load: string;
}

/** Renders the machine, the tables and the targets as Markdown. */
export function renderResults(results: Results): string {
  const { measurements, date, strangersShare, load } = results;
  const { rounds } = measurements;
  const strangers =
    strangersShare === null
      ? ""
      : `, other programs used ${Math.round(strangersShare * 100)}% of the machine`;
  const count = rounds === 1 ? "1 round" : `${rounds} rounds`;
  return [
    describeMachine(date, { remarks: `${load}${strangers}` }),
    `${count}. Each cell is the median and, in brackets, the minimum and maximum of all rounds. Ratios compare figures from the same round.`,
    throughputTable(measurements),
    latencyTable(measurements),
    cpuTable(measurements),
    partsTable(measurements),
    deliveryTable(measurements),
    toList(judge(results)),
  ].join("\n\n");
}

const OTHERS: readonly SideName[] = ["payload", "empty", "bare"];
const PARTS: readonly PartName[] = ["web", "database", "object store", "executor"];

/** The names of the sides in the tables. */
const TITLES: Readonly<Record<SideName, string>> = {
  product: "Stagedoor",
  payload: "Payload",
  empty: "empty route",
  bare: "bare server",
  svix: "Svix",
};

type Figure = (round: BurstFigures) => number | null | undefined;

/** Renders requests per second, and how they compare with every other side. */
export function throughputTable(measurements: Measurements): string {
  const head = ["Call", "Callers", "Stagedoor/s", ...timesHead()];
  return callTable(measurements, head, (round) => round.requestsPerSecond, 0);
}

/** Renders the median response time. */
export function latencyTable(measurements: Measurements): string {
  const head = ["Call", "Callers", "Stagedoor p50 ms", ...timesHead()];
  return callTable(measurements, head, (round) => round.p50Ms, 1);
}

/** Renders the CPU time of all processes per request. */
export function cpuTable(measurements: Measurements): string {
  const head = ["Call", "Callers", "Stagedoor ms", ...timesHead()];
  return callTable(measurements, head, (round) => round.cpu?.wholeMs, 2);
}

/** Renders how the CPU time of the product and of the peer is divided among their processes, with ten callers. */
export function partsTable(measurements: Measurements): string {
  const rows = COMPARISONS.map((comparison) => [
    comparison.title,
    ...PARTS.map((part) =>
      (["product", "payload"] as const)
        .map((side) => {
          const rounds = roundsAt(measurements, side, comparison, 10);
          return format(spreadOf(rounds, ({ cpu }) => cpu?.partsMs[part])?.median ?? null, 2);
        })
        .join(" : "),
    ),
  ]);
  return toMarkdownTable([["CPU ms, Stagedoor : Payload", ...PARTS], ...rows]);
}

/** Renders the time from the response to a create until its notification arrives. */
export function deliveryTable(measurements: Measurements): string {
  const { oneAtATime, atRate } = measurements;
  const rows = oneAtATime.map(({ side, rounds }) => {
    const ten = roundsOf(measurements, { side, call: "create", callers: 10 });
    const rate = atRate.find((each) => each.side === side && each.isNotifying)?.cpuMs ?? [];
    return [
      TITLES[side],
      formatSpread(
        spreadOf(rounds, ({ p50Ms }) => p50Ms),
        1,
      ),
      formatSpread(
        spreadOf(ten, ({ delivery }) => delivery?.p50Ms),
        1,
      ),
      formatSpread(
        spreadOf(ten, ({ delivery }) => delivery?.p99Ms),
        1,
      ),
      formatSpread(
        spreadOf(ten, ({ delivery }) => delivery?.changesPerSecond),
        0,
      ),
      formatSpread(
        spreadOf(rate, (ms) => ms),
        1,
      ),
    ];
  });
  const head = ["Create → receipt", "one at a time, p50 ms", "10 callers, p50 ms", "p99 ms"];
  const more = ["delivered/s", "at 10/s, CPU ms each"];
  return toMarkdownTable([[...head, ...more], ...rows]);
}

const timesHead = () => OTHERS.map((side) => `÷ ${TITLES[side]}`);

function callTable(
  measurements: Measurements,
  head: readonly string[],
  figure: Figure,
  digits: number,
): string {
  const rows = COMPARISONS.flatMap((comparison) =>
    measurements.callers.map((callers) => {
      const ours = roundsAt(measurements, "product", comparison, callers);
      const times = OTHERS.map((side) => {
        // Only Payload has a verified report. The only report of the other sides is in the row above.
        if (comparison.theirs === "verifiedReport" && side !== "payload") return "";
        const theirs = roundsAt(measurements, side, comparison, callers);
        return formatSpread(ratioSpread(ours.map(figure), theirs.map(figure)), 2);
      });
      const own = formatSpread(spreadOf(ours, figure), digits);
      return [comparison.title, String(callers), own, ...times];
    }),
  );
  return toMarkdownTable([head, ...rows]);
}

const roundsAt = (
  measurements: Measurements,
  side: SideName,
  comparison: Comparison,
  callers: number,
) => roundsOf(measurements, { side, call: callOf(side, comparison), callers });

/** The measurements that the targets are checked against. */
export interface Evidence {
  readonly measurements: Measurements;
  readonly idle: Idle;
  readonly idleAfterLoad: Idle;
}

const AIM_CALLERS = 10;
const TIMES_PEER_MIN = 3;
const CPU_MS_MAX: readonly (readonly [CallName, number])[] = [
  ["create", 3],
  ["report", 6],
  ["read", 1.6],
];
const NOTIFICATION_CPU_MS_MAX = 15;
const ONE_AT_A_TIME_P50_MAX_MS = 20;
const TEN_CALLERS_P50_MAX_MS = 75;
const TEN_CALLERS_P99_MAX_MS = 250;
const IDLE_CPU_SHARE_MAX = 0.01;
const IDLE_PSS_MAX_MEBIBYTES = 300;

/** Returns one sentence for each target: what was measured, the spread over the rounds, and whether it is met. */
export function judge({ measurements, idle, idleAfterLoad }: Evidence): string[] {
  return [
    ...COMPARISONS.map((comparison) => judgeTimesPeer(measurements, comparison)),
    ...CPU_MS_MAX.map(([call, max]) => judgeCpu(measurements, call, max)),
    atMost("one notification at 10/s, CPU", notificationCpu(measurements.atRate), {
      max: NOTIFICATION_CPU_MS_MAX,
      unit: "ms",
      digits: 1,
    }),
    ...judgeDelivery(measurements),
    ...judgeIdle("idle after the start", idle),
    ...judgeIdle("idle after the load", idleAfterLoad),
  ];
}

/**
 * Returns the CPU time of one notification: the difference between a change with a webhook and a change without one,
 * computed for each round at ten changes per second.
 */
function notificationCpu(atRate: readonly AtRate[]): Spread | null {
  const [told, untold] = [true, false].map((isNotifying) =>
    atRate.find((each) => each.side === "product" && each.isNotifying === isNotifying),
  );
  return toSpread(
    (told?.cpuMs ?? []).flatMap((ms, round) => {
      const without = untold?.cpuMs[round];
      return ms === null || without == null ? [] : ms - without;
    }),
  );
}

/** Formats a spread, such as `3.2 (2.9–3.6)`; returns a dash if there is none. */
export const formatSpread = (spread: Spread | null, digits: number): string =>
  spread === null || spread.min === spread.max
    ? format(spread?.median ?? null, digits)
    : `${format(spread.median, digits)} (${format(spread.min, digits)}–${format(spread.max, digits)})`;

function judgeTimesPeer(measurements: Measurements, { title, ours, theirs }: Comparison): string {
  const rates = (side: "product" | "payload", call: CallName) =>
    roundsOf(measurements, { side, call, callers: AIM_CALLERS }).map(
      ({ requestsPerSecond }) => requestsPerSecond,
    );
  const spread = ratioSpread(rates("product", ours), rates("payload", theirs));
  const isMet = spread && spread.median >= TIMES_PEER_MIN;
  const measured = `${title}: ${formatSpread(spread, 2)} times Payload`;
  // The target applies to Payload's own report. The comparison with its verified report only helps to explain the first
  // one.
  if (theirs === "verifiedReport") return `${measured}, for comparison.`;
  return `${measured}; target at least ${TIMES_PEER_MIN} times: ${verdict(isMet)}.`;
}

function judgeCpu(measurements: Measurements, call: CallName, max: number): string {
  const rounds = roundsOf(measurements, { side: "product", call, callers: AIM_CALLERS });
  const name = call === "report" ? "verified report" : call;
  const spread = spreadOf(rounds, ({ cpu }) => cpu?.wholeMs);
  return atMost(`${name}, CPU of all processes`, spread, { max, unit: "ms", digits: 2 });
}

function judgeDelivery({ oneAtATime, bursts }: Measurements): string[] {
  const one = oneAtATime.find(({ side }) => side === "product")?.rounds ?? [];
  const ten = roundsOf({ bursts }, { side: "product", call: "create", callers: AIM_CALLERS });
  const at = (max: number) => ({ max, unit: "ms", digits: 1 });
  return [
    atMost(
      "change → receipt, one at a time, p50",
      spreadOf(one, ({ p50Ms }) => p50Ms),
      at(ONE_AT_A_TIME_P50_MAX_MS),
    ),
    atMost(
      "change → receipt, 10 callers, p50",
      spreadOf(ten, ({ delivery }) => delivery?.p50Ms),
      at(TEN_CALLERS_P50_MAX_MS),
    ),
    atMost(
      "change → receipt, 10 callers, p99",
      spreadOf(ten, ({ delivery }) => delivery?.p99Ms),
      at(TEN_CALLERS_P99_MAX_MS),
    ),
  ];
}

function judgeIdle(title: string, { cpuShare, pssMebibytes, seconds }: Idle): string[] {
  const cpuPercent = cpuShare === null ? null : cpuShare * 100;
  const isCpuMet = cpuShare === null ? null : cpuShare <= IDLE_CPU_SHARE_MAX;
  const isPssMet = pssMebibytes === null ? null : pssMebibytes <= IDLE_PSS_MAX_MEBIBYTES;
  return [
    `${title}, ${format(seconds, 0)} s: ${format(cpuPercent, 2)}% of a core; ` +
      `target at most ${IDLE_CPU_SHARE_MAX * 100}%: ${verdict(isCpuMet)}.`,
    `${title}: ${format(pssMebibytes, 0)} MiB (PSS); ` +
      `target at most ${IDLE_PSS_MAX_MEBIBYTES} MiB: ${verdict(isPssMet)}.`,
  ];
}

function atMost(
  title: string,
  spread: Spread | null,
  { max, unit, digits }: { max: number; unit: string; digits: number },
): string {
  const isMet = spread && spread.median <= max;
  return `${title}: ${formatSpread(spread, digits)} ${unit}; target at most ${max} ${unit}: ${verdict(isMet)}.`;
}

/** Returns the rounds of one side's call, or an empty list if the call was not measured. */
export function roundsOf(
  { bursts }: Pick<Measurements, "bursts">,
  of: Omit<Measured, "rounds">,
): readonly BurstFigures[] {
  const found = bursts.find(
    ({ side, call, callers }) => side === of.side && call === of.call && callers === of.callers,
  );
  return found?.rounds ?? [];
}

/**
 * A comparison of one of the product's calls with a call of the peer. The product's report always checks the file; the
 * peer's report does so only on request.
 */
export interface Comparison {
  readonly title: string;
  readonly ours: CallName;
  readonly theirs: CallName;
}

/** All comparisons, in the order of the tables. */
export const COMPARISONS: readonly Comparison[] = [
  { title: "create", ours: "create", theirs: "create" },
  { title: "report, verified only by Stagedoor", ours: "report", theirs: "report" },
  { title: "report, verified by both", ours: "report", theirs: "verifiedReport" },
  { title: "read", ours: "read", theirs: "read" },
];

/**
 * Returns the call of another side that is compared with the product's call. Only the peer has a second kind of report.
 */
export const callOf = (side: SideName, { ours, theirs }: Comparison): CallName =>
  side === "payload" ? theirs : ours;
