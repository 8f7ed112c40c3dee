import { cpus, totalmem } from "node:os";

/** The machine and what ran on it as one sentence; `remarks` stand behind the date. */
export function describeMachine(
  date: Date,
  { postgresVersion, remarks = "" }: { postgresVersion?: string; remarks?: string } = {},
): string {
  const [processor] = cpus();
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  const postgres = postgresVersion === undefined ? "" : `, PostgreSQL ${postgresVersion}`;
  return (
    `${processor?.model.trim()}, ${cpus().length} cores, ${gibibytes} GiB of memory, ${process.platform}; ` +
    `Node ${process.versions.node}${postgres}; measured on ${date.toISOString().slice(0, 10)}${remarks}.`
  );
}

/** The load before and after a run tells whether others were at work: `, load before and after 1.9 and 1.0`. */
export function describeLoad(before: number, after: number): string {
  return `, load before and after ${before.toFixed(1)} and ${after.toFixed(1)}`;
}
