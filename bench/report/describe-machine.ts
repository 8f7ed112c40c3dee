import { cpus, totalmem } from "node:os";

/** Describes the machine and the versions in one sentence; `remarks` follow the date. */
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

/**
 * Describes the load before and after a run, which shows whether other programs ran: `, load 1.9 before and
 * 1.0 after`.
 */
export function describeLoad(before: number, after: number): string {
  return `, load ${before.toFixed(1)} before and ${after.toFixed(1)} after`;
}
