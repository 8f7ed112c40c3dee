import type pg from "pg";

/** The statements that each version adds to those of the previous versions. A released statement is never changed. */
const VERSIONS = [
  `
-- An event's id is its key: see eventKey in protocol/stored-event.ts.
create table inngest_embedded.event (
  position bigint generated always as identity unique,
  id text primary key,
  name text not null,
  data json not null,
  ts bigint not null,
  received_at timestamptz not null
);
create index event_by_name on inngest_embedded.event (name, position);
create index event_by_age on inngest_embedded.event (received_at);

create table inngest_embedded.run (
  id uuid primary key,
  function_id text not null,
  event_id text not null,
  event json not null,
  status text not null check (status in ('running', 'completed', 'failed', 'cancelled')),
  phase text check (phase in ('call', 'sleep', 'wait')),
  due_at timestamptz,
  seq integer not null default 0,
  attempt integer not null default 0,
  retries integer not null default 0,
  request_version integer not null default -1,
  concurrency_key text,
  step_count integer not null default 0,
  seen_position bigint not null,
  step_id text,
  step_name text,
  wait_event text,
  wait_expression text,
  result json,
  error json,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  unique (event_id, function_id),
  check ((status = 'running') = (phase is not null and due_at is not null)),
  check ((status = 'running') = (ended_at is null)),
  check (coalesce(phase = 'wait', false) = (wait_event is not null))
) with (fillfactor = 60);
-- Their columns stay the same while a run only saves steps, so that such an update touches no index.
create index run_live on inngest_embedded.run (function_id) where status = 'running';
create index run_running on inngest_embedded.run (id) where status = 'running';
create index run_failed on inngest_embedded.run (id) where status = 'failed';
create index run_waits on inngest_embedded.run (wait_event) where wait_event is not null;
create index run_ended on inngest_embedded.run (ended_at) where ended_at is not null;

create table inngest_embedded.step (
  run_id uuid not null references inngest_embedded.run on delete cascade,
  id text not null,
  position integer not null,
  name text not null,
  op text not null,
  data json,
  error json,
  at timestamptz not null,
  primary key (run_id, id),
  check ((data is null) <> (error is null))
);

create table inngest_embedded.attempt (
  run_id uuid not null references inngest_embedded.run on delete cascade,
  step_name text,
  attempt integer not null,
  error json not null,
  at timestamptz not null
);
create index attempt_by_run on inngest_embedded.attempt (run_id);

create table inngest_embedded.cron (
  function_id text not null,
  expression text not null,
  next_at timestamptz not null,
  primary key (function_id, expression)
);`,
] as const;

/**
 * Creates the schema or upgrades an older one, in one transaction. Only call it while holding the owner's lock.
 * @throws Error with a sentence if a newer executor has upgraded the schema
 */
export async function migrateSchema(client: pg.Client): Promise<void> {
  await client.query("begin");
  await client.query("create schema if not exists inngest_embedded");
  await client.query(
    "create table if not exists inngest_embedded.version (version integer not null)",
  );
  const found = await client.query<{ version: number }>(
    "select coalesce(max(version), 0) as version from inngest_embedded.version",
  );
  const version = found.rows[0]?.version ?? 0;
  if (version > VERSIONS.length) {
    throw new Error(
      `the schema inngest_embedded has version ${version}, but this program only knows versions up to ${VERSIONS.length}. Start the newer program again.`,
    );
  }
  for (const [index, text] of VERSIONS.entries()) {
    if (index < version) continue;
    await client.query(text);
    await client.query("insert into inngest_embedded.version values ($1)", [index + 1]);
  }
  await client.query("commit");
}
