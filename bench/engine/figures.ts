import { toTimes } from "../report/times";

/** The results of one server at one number of connections; null if the system does not provide a figure. */
export interface Figures {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMsPerRequest: number | null;
  readonly residentMegabytes: number | null;
}

/** A burst of requests, with figures from the client and from the server. */
export interface Burst {
  readonly seconds: number;
  /** One value per response, in no particular order. */
  readonly latenciesMs: readonly number[];
  /** The CPU time of the server's process; null if the system does not provide it. */
  readonly cpuMs: number | null;
  readonly residentBytes: number | null;
}

/** Combines several bursts into one; memory is the maximum. */
export function toFigures(bursts: readonly Burst[]): Figures {
  const { count, ...times } = toTimes(bursts.flatMap((burst) => burst.latenciesMs));
  const cpuMs = bursts.flatMap((burst) => burst.cpuMs ?? []);
  const residentBytes = bursts.flatMap((burst) => burst.residentBytes ?? []);
  return {
    requestsPerSecond: count / total(bursts.map((burst) => burst.seconds)),
    ...times,
    cpuMsPerRequest: cpuMs.length > 0 ? total(cpuMs) / count : null,
    residentMegabytes: residentBytes.length > 0 ? Math.max(...residentBytes) / 1_000_000 : null,
  };
}

const total = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
