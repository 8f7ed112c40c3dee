import { format, verdict } from "../markdown-table";
import type { Row } from "./measure";
import type { Call } from "./requests";

/** What the product is held against, at 10 connections as the other products were measured. */
interface Aim {
  readonly call: Call;
  /** Requests/s of Payload 3.90, Strapi 5.54 and Directus 12.4, worst and best. */
  readonly comparable: readonly [number, number];
  readonly cpuMsMax: number | null;
}

const CONNECTIONS = 10;
const TIMES_COMPARABLE = 3;
const AIMS: readonly Aim[] = [
  { call: "create", comparable: [80, 105], cpuMsMax: 2.5 },
  { call: "report", comparable: [106, 150], cpuMsMax: null },
  { call: "get", comparable: [234, 322], cpuMsMax: 1.2 },
];

/** One sentence for each call: what was aimed at, what was measured, and whether that is enough. */
export function compareWithAims(rows: readonly Row[]): string[] {
  return AIMS.flatMap((aim) => {
    const row = rows.find(({ call, connections }) => {
      return call === aim.call && connections === CONNECTIONS;
    });
    return row ? sentencesOf(aim, row) : [];
  });
}

function sentencesOf({ call, comparable, cpuMsMax }: Aim, { product }: Row): string[] {
  const [worst, best] = comparable;
  const { requestsPerSecond, cpuMsPerRequest } = product;
  const times = requestsPerSecond / best;
  const speed =
    `${call}: ${format(requestsPerSecond, 0)}/s, ${format(times, 1)} times the best of the comparable products ` +
    `(${worst}–${best}/s); aim ${TIMES_COMPARABLE} times: ${verdict(times >= TIMES_COMPARABLE)}.`;
  if (cpuMsMax === null || cpuMsPerRequest === null) return [speed];
  const cost =
    `${call}: ${format(cpuMsPerRequest, 2)} ms CPU; ` +
    `aim at most ${cpuMsMax} ms: ${verdict(cpuMsPerRequest <= cpuMsMax)}.`;
  return [speed, cost];
}
