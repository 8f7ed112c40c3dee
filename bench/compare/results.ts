import { describeMachine } from "../describe-machine";
import { type Evidence, judge } from "./aims";
import { cpuTable, deliveryTable, latencyTable, partsTable, throughputTable } from "./tables";

/** A run of the bench. */
export interface Results extends Evidence {
  readonly date: Date;
  /** Of the machine, from 0 to 1: what programs that are not the bench's used in the meantime. */
  readonly strangersShare: number | null;
  /** The load before and after, as text. */
  readonly load: string;
}

/** The machine, the tables and the aims as Markdown. */
export function renderResults(results: Results): string {
  const { measurements, date, strangersShare, load } = results;
  const { rounds } = measurements;
  const strangers =
    strangersShare === null
      ? ""
      : `, other programs used ${Math.round(strangersShare * 100)} % of the machine`;
  const count = rounds === 1 ? "1 round" : `${rounds} rounds`;
  return [
    describeMachine(date, { remarks: `${load}${strangers}` }),
    `${count}. Each cell is the median and, in brackets, the least and the most of all rounds; a ratio is of figures of the same round.`,
    throughputTable(measurements),
    latencyTable(measurements),
    cpuTable(measurements),
    partsTable(measurements),
    deliveryTable(measurements),
    judge(results)
      .map((sentence) => `- ${sentence}`)
      .join("\n"),
  ].join("\n\n");
}
