import { describeMachine, toList } from "../report/report";
import { type Evidence, judge } from "./aims";
import { cpuTable, deliveryTable, latencyTable, partsTable, throughputTable } from "./tables";

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
