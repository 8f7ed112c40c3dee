import { format, toMarkdownTable } from "../report/report";
import { ratioSpread, spreadOf } from "../report/times";
import { formatSpread } from "./aims";
import type { Measurements } from "./measure";
import type { BurstFigures } from "./run-burst";
import { COMPARISONS, type Comparison, callOf, roundsOf } from "./select";
import type { PartName, SideName } from "./side";

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
