import { format, verdict } from "../report/report";
import { ratioSpread, type Spread, spreadOf, toSpread } from "../report/times";
import type { AtRate, Measurements } from "./measure";
import type { Idle } from "./measure-idle";
import { COMPARISONS, type Comparison, roundsOf } from "./select";
import type { CallName } from "./side";

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
