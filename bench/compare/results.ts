import { describeMachine, format, judgeTarget, toList, toMarkdownTable } from "../report/report";
import { ratioSpread, type Spread, spreadOf, toSpread } from "../report/times";
import type { AtRate, Idle, Measurements } from "./measure";
import type { BurstFigures, DeliveryFigures } from "./run-burst";
import type { CallName, PartName, SideName } from "./side";

/** A run of the bench. */
export interface Results {
  readonly measurements: Measurements;
  readonly idle: Idle;
  readonly idleAfterLoad: Idle;
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
    callTable(measurements, "Stagedoor/s", (round) => round.requestsPerSecond, 0),
    callTable(measurements, "Stagedoor p50 ms", (round) => round.p50Ms, 1),
    callTable(measurements, "Stagedoor ms", cpuOf, 2),
    partsTable(measurements),
    deliveryTable(measurements),
    toList(judge(results)),
  ].join("\n\n");
}

/**
 * The comparisons of the product's calls with the peer's, in the order of the tables. The product's report always checks
 * the file; the peer's report does so only on request.
 */
const COMPARISONS: readonly {
  readonly title: string;
  readonly ours: CallName;
  readonly theirs: CallName;
}[] = [
  { title: "create", ours: "create", theirs: "create" },
  { title: "report, verified only by Stagedoor", ours: "report", theirs: "report" },
  { title: "report, verified by both", ours: "report", theirs: "verifiedReport" },
  { title: "read", ours: "read", theirs: "read" },
];
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

const cpuOf: Figure = ({ cpu }) => cpu?.wholeMs;

/** The targets are for this number of callers. */
const AIM_CALLERS = 10;
const TIMES_PEER_MIN = 3;
const IDLE_CPU_SHARE_MAX = 0.01;
const IDLE_PSS_MAX_MEBIBYTES = 300;

/** Returns the rounds of one side's call, or an empty list if the call was not measured. */
const roundsOf = (
  { bursts }: Measurements,
  side: SideName,
  call: CallName,
  callers = AIM_CALLERS,
): BurstFigures[] =>
  bursts
    .filter((each) => each.side === side && each.call === call && each.callers === callers)
    .map(({ figures }) => figures);

/** Renders a figure of every call, and how it compares with every other side. */
function callTable(
  measurements: Measurements,
  title: string,
  figure: Figure,
  digits: number,
): string {
  const rows = COMPARISONS.flatMap((comparison) =>
    measurements.callers.map((callers) => {
      const ours = roundsOf(measurements, "product", comparison.ours, callers);
      const times = OTHERS.map((side) => {
        // Only Payload has a verified report. The only report of the other sides is in the row above.
        if (comparison.theirs === "verifiedReport" && side !== "payload") return "";
        const call = side === "payload" ? comparison.theirs : comparison.ours;
        const theirs = roundsOf(measurements, side, call, callers);
        return formatSpread(ratioSpread(ours.map(figure), theirs.map(figure)), 2);
      });
      const own = formatSpread(spreadOf(ours, figure), digits);
      return [comparison.title, String(callers), own, ...times];
    }),
  );
  const head = ["Call", "Callers", title, ...OTHERS.map((side) => `÷ ${TITLES[side]}`)];
  return toMarkdownTable([head, ...rows]);
}

/** Renders how the CPU time of the product and of the peer is divided among their processes. */
function partsTable(measurements: Measurements): string {
  const rows = COMPARISONS.map(({ title, ours, theirs }) => {
    const sides = [
      roundsOf(measurements, "product", ours),
      roundsOf(measurements, "payload", theirs),
    ];
    const cell = (part: PartName) => (rounds: readonly BurstFigures[]) =>
      format(spreadOf(rounds, ({ cpu }) => cpu?.partsMs[part])?.median ?? null, 2);
    return [title, ...PARTS.map((part) => sides.map(cell(part)).join(" : "))];
  });
  return toMarkdownTable([["CPU ms, Stagedoor : Payload", ...PARTS], ...rows]);
}

const singlesOf = ({ oneAtATime }: Measurements, name: SideName): DeliveryFigures[] =>
  oneAtATime.filter(({ side }) => side === name).map(({ figures }) => figures);

/** Renders the time from the response to a create until its notification arrives. */
function deliveryTable(measurements: Measurements): string {
  const { oneAtATime, atRate } = measurements;
  const rows = [...new Set(oneAtATime.map(({ side }) => side))].map((name) => {
    const ten = roundsOf(measurements, name, "create").map(({ delivery }) => delivery);
    const rates = atRate.filter(({ side, isNotifying }) => side === name && isNotifying);
    const spreads: readonly (readonly [Spread | null, digits: number])[] = [
      [spreadOf(singlesOf(measurements, name), ({ p50Ms }) => p50Ms), 1],
      [spreadOf(ten, (delivery) => delivery?.p50Ms), 1],
      [spreadOf(ten, (delivery) => delivery?.p99Ms), 1],
      [spreadOf(ten, (delivery) => delivery?.changesPerSecond), 0],
      [spreadOf(rates, ({ cpuMs }) => cpuMs), 1],
    ];
    return [TITLES[name], ...spreads.map(([spread, digits]) => formatSpread(spread, digits))];
  });
  const head = ["Create → receipt", "one at a time, p50 ms", "10 callers, p50 ms", "p99 ms"];
  const more = ["delivered/s", "at 10/s, CPU ms each"];
  return toMarkdownTable([[...head, ...more], ...rows]);
}

/** Formats a spread, such as `3.2 (2.9–3.6)`; returns a dash if there is none. */
const formatSpread = (spread: Spread | null, digits: number): string =>
  spread === null || spread.min === spread.max
    ? format(spread?.median ?? null, digits)
    : `${format(spread.median, digits)} (${format(spread.min, digits)}–${format(spread.max, digits)})`;

/** Returns one sentence for each target: what was measured, the spread over the rounds, and whether it is met. */
function judge({ measurements, idle, idleAfterLoad }: Results): string[] {
  const ours = (call: CallName) => roundsOf(measurements, "product", call);
  const created = ours("create").map(({ delivery }) => delivery);
  const singles = singlesOf(measurements, "product");
  const limits: readonly (readonly [
    title: string,
    Spread | null,
    maxMs: number,
    digits: number,
  ])[] = [
    ["create, CPU of all processes", spreadOf(ours("create"), cpuOf), 3, 2],
    ["verified report, CPU of all processes", spreadOf(ours("report"), cpuOf), 6, 2],
    ["read, CPU of all processes", spreadOf(ours("read"), cpuOf), 1.6, 2],
    ["one notification at 10/s, CPU", notificationCpu(measurements.atRate), 15, 1],
    ["change → receipt, one at a time, p50", spreadOf(singles, ({ p50Ms }) => p50Ms), 20, 1],
    ["change → receipt, 10 callers, p50", spreadOf(created, (each) => each?.p50Ms), 75, 1],
    ["change → receipt, 10 callers, p99", spreadOf(created, (each) => each?.p99Ms), 250, 1],
  ];
  return [
    ...COMPARISONS.map((comparison) => judgeTimesPeer(measurements, comparison)),
    ...limits.map(([title, spread, maxMs, digits]) =>
      judgeTarget(`${title}: ${formatSpread(spread, digits)} ms`, spread?.median ?? null, [
        "at most",
        maxMs,
        `${maxMs} ms`,
      ]),
    ),
    ...judgeIdle("idle after the start", idle),
    ...judgeIdle("idle after the load", idleAfterLoad),
  ];
}

/**
 * Returns the CPU time of one notification: the difference between a change with a webhook and a change without one,
 * computed for each round at ten changes per second.
 */
function notificationCpu(atRate: readonly AtRate[]): Spread | null {
  const [notified = [], silent = []] = [true, false].map((isNotifying) =>
    atRate.filter((each) => each.side === "product" && each.isNotifying === isNotifying),
  );
  return toSpread(
    notified.flatMap(({ cpuMs }, round) => {
      const without = silent[round]?.cpuMs;
      return cpuMs === null || without == null ? [] : cpuMs - without;
    }),
  );
}

function judgeTimesPeer(
  measurements: Measurements,
  { title, ours, theirs }: (typeof COMPARISONS)[number],
): string {
  const [own = [], peer = []] = [
    roundsOf(measurements, "product", ours),
    roundsOf(measurements, "payload", theirs),
  ].map((rounds) => rounds.map(({ requestsPerSecond }) => requestsPerSecond));
  const spread = ratioSpread(own, peer);
  const measured = `${title}: ${formatSpread(spread, 2)} times Payload`;
  // The target applies to Payload's own report. The comparison with its verified report only helps to explain the first
  // one.
  if (theirs === "verifiedReport") return `${measured}, for comparison.`;
  const limit = `${TIMES_PEER_MIN} times`;
  return judgeTarget(measured, spread?.median ?? null, ["at least", TIMES_PEER_MIN, limit]);
}

function judgeIdle(title: string, { cpuShare, pssMebibytes, seconds }: Idle): string[] {
  const percent = cpuShare === null ? null : cpuShare * 100;
  const cpu = `${title}, ${format(seconds, 0)} s: ${format(percent, 2)}% of a core`;
  const memory = `${title}: ${format(pssMebibytes, 0)} MiB (PSS)`;
  const most = IDLE_PSS_MAX_MEBIBYTES;
  return [
    judgeTarget(cpu, cpuShare, ["at most", IDLE_CPU_SHARE_MAX, `${IDLE_CPU_SHARE_MAX * 100}%`]),
    judgeTarget(memory, pssMebibytes, ["at most", most, `${most} MiB`]),
  ];
}
