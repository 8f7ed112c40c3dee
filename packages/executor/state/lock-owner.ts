import { hostname } from "node:os";
import { ppid } from "node:process";
import type { Client } from "pg";

/** PostgreSQL truncates application names to this many bytes. */
const NAME_BYTES_MAX = 63;
const NAME = /-waiting (process \d+ on \S+)$/;

/** The holder of a database's lock, as far as PostgreSQL reports it. */
export interface LockOwner {
  /**
   * The process that started the owner, in a form that people recognise, such as "process 4711 on web1"; null if the
   * owner's connection has a different name.
   */
  readonly process: string | null;
  /** PostgreSQL's process id for the connection that holds the lock. */
  readonly backendPid: number;
}

/**
 * Returns the application name of a connection that is waiting for the lock or holds it. Other executors use it to name
 * the process that started this one.
 */
export function lockConnectionName(connectionName: string): string {
  return `${connectionName}-waiting process ${ppid} on ${hostname()}`.slice(0, NAME_BYTES_MAX);
}

/** Finds the holder of an advisory lock in the connected database; null if nothing holds it any more. */
export async function findLockOwner(client: Client, lock: number): Promise<LockOwner | null> {
  const { rows } = await client.query<{ pid: number; name: string | null }>(LOCK_HOLDER, [lock]);
  const [row] = rows;
  return row ? { process: NAME.exec(row.name ?? "")?.[1] ?? null, backendPid: row.pid } : null;
}

const LOCK_HOLDER = `
select pid, application_name as name from pg_locks left join pg_stat_activity using (pid)
where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
  and pg_locks.database = (select oid from pg_database where datname = current_database())`;
