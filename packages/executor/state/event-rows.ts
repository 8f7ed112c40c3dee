import { eventIdOf, eventKey, type StoredEvent } from "../protocol/stored-event";
import type { Queryable } from "./database";
import { jsonText, timestamp } from "./transitions";

/** A run that an event starts, unless the event is already stored. */
export interface NewRun {
  readonly id: string;
  readonly functionId: string;
  readonly concurrencyKey: string | null;
  readonly event: StoredEvent;
}

/**
 * The events of a batch that were not stored before: their `positions` by event key, and the ids of the runs that they
 * started.
 */
export interface StoredBatch {
  readonly positions: ReadonlyMap<string, number>;
  readonly runIds: ReadonlySet<string>;
}

/** A live run that is waiting for an event. */
export interface WaitingRun {
  readonly id: string;
  readonly seq: number;
  readonly stepId: string;
  readonly stepName: string;
  readonly waitEvent: string;
  readonly expressionText: string | null;
  readonly event: StoredEvent;
}

/** A live run of a function that an event can cancel. */
export interface CancellableRun {
  readonly id: string;
  readonly functionId: string;
  readonly event: StoredEvent;
  readonly seenPosition: number;
}

/** A newly stored event, with its position among all events. */
export interface ReceivedEvent {
  readonly event: StoredEvent;
  readonly position: number;
}

/** A wait, and the event that ends it. */
export interface ResolvedWait extends ReceivedEvent {
  readonly run: WaitingRun;
}

const INSERT_EVENTS = `
with new_event as (
  insert into inngest_embedded.event (id, name, data, ts, received_at)
  select id, name, data, ts, $1 from unnest($2::text[], $3::text[], $4::json[], $5::bigint[])
    with ordinality as sent (id, name, data, ts, place) order by place
  on conflict (id) do nothing
  returning id, position
), new_run as (
  insert into inngest_embedded.run
    (id, function_id, event_id, event, concurrency_key, seen_position, status, phase, due_at, created_at, changed_at)
  select started.id, function_id, event_id, event, concurrency_key, position, 'running', 'call', $1, $1, $1
  from unnest($6::uuid[], $7::text[], $8::text[], $9::json[], $10::text[])
    as started (id, function_id, event_id, event, concurrency_key)
  join new_event on new_event.id = event_id
  on conflict (event_id, function_id) do nothing
  returning id
)
select (select coalesce(json_agg(json_build_object('id', id, 'position', position)), '[]') from new_event) as events,
  (select coalesce(json_agg(id), '[]') from new_run) as runs`;

const SELECT_WAITING = `
select id, seq, step_id as "stepId", step_name as "stepName", wait_event as "waitEvent",
  wait_expression as "expressionText", event
from inngest_embedded.run where wait_event = any($1) and status = 'running'`;

const SELECT_CANCELLABLE = `
select id, function_id as "functionId", event, seen_position as "seenPosition"
from inngest_embedded.run where function_id = any($1) and status = 'running'`;

const RESOLVE_WAITS = `
with moved as (
  update inngest_embedded.run
  set phase = 'call', attempt = 0, seq = run.seq + 1, step_count = step_count + 1, step_id = null, step_name = null,
    wait_event = null, wait_expression = null, due_at = $1, changed_at = $1, seen_position = resolved.position
  from unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::json[], $7::bigint[])
    as resolved (id, seq, step_id, step_name, event, position)
  where run.id = resolved.id and run.seq = resolved.seq and status = 'running'
  returning run.id, step_count, resolved.step_id as resolved_id, resolved.step_name as resolved_name,
    resolved.event as resolved_event
), saved as (
  insert into inngest_embedded.step (run_id, id, position, name, op, data, at)
  select id, resolved_id, step_count, resolved_name, 'WaitForEvent', resolved_event, $1 from moved
)
select id from moved`;

const SELECT_EVENTS_SINCE = `
select id, name, data, ts, position
from inngest_embedded.event where name = $1 and position > $2 order by position`;

const SELECT_LAST_POSITION =
  "select coalesce(max(position), 0) as position from inngest_embedded.event";

const SELECT_IS_AWAITED =
  "select exists (select from inngest_embedded.run where wait_event = $1) as answer";

/**
 * Stores the events that are not stored yet and starts their runs, which are due now. No two events may have the same
 * key.
 */
export async function insertEvents(
  connection: Queryable,
  events: readonly StoredEvent[],
  runs: readonly NewRun[],
  nowMs: number,
): Promise<StoredBatch> {
  const [row] = await connection.query<{
    events: readonly { id: string; position: number }[];
    runs: readonly string[];
  }>(INSERT_EVENTS, [
    timestamp(nowMs),
    events.map(eventKey),
    events.map((event) => event.name),
    events.map((event) => jsonText(event.data)),
    events.map((event) => event.ts),
    runs.map((run) => run.id),
    runs.map((run) => run.functionId),
    runs.map((run) => eventKey(run.event)),
    runs.map((run) => jsonText(run.event)),
    runs.map((run) => run.concurrencyKey),
  ]);
  return {
    positions: new Map(row?.events.map(({ id, position }) => [id, position])),
    runIds: new Set(row?.runs),
  };
}

/** Finds the live runs that are waiting for one of these events. */
export function findWaiting(
  connection: Queryable,
  eventNames: readonly string[],
): Promise<readonly WaitingRun[]> {
  return connection.query<WaitingRun>(SELECT_WAITING, [eventNames]);
}

/** Finds the live runs of these functions. */
export async function findCancellable(
  connection: Queryable,
  functionIds: readonly string[],
): Promise<readonly CancellableRun[]> {
  if (functionIds.length === 0) return [];
  return connection.query<CancellableRun>(SELECT_CANCELLABLE, [functionIds]);
}

/** Saves the event as the result of each wait; returns the ids of the runs that were still waiting. */
export async function resolveWaits(
  connection: Queryable,
  waits: readonly ResolvedWait[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  if (waits.length === 0) return new Set();
  const rows = await connection.query<{ id: string }>(RESOLVE_WAITS, [
    timestamp(nowMs),
    waits.map(({ run }) => run.id),
    waits.map(({ run }) => run.seq),
    waits.map(({ run }) => run.stepId),
    waits.map(({ run }) => run.stepName),
    waits.map(({ event }) => jsonText(event)),
    waits.map(({ position }) => position),
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Finds the events with this name that were received after the position, oldest first. */
export async function findEventsSince(
  connection: Queryable,
  name: string,
  position: number,
): Promise<readonly ReceivedEvent[]> {
  const values = [name, position];
  const rows = await connection.query<StoredEvent & { position: number }>(
    SELECT_EVENTS_SINCE,
    values,
  );
  return rows.map(({ position: at, ...row }) => ({
    event: { ...row, id: eventIdOf(row.id) },
    position: at,
  }));
}

/** Returns the position of the last event received, 0 if there is none. */
export async function loadLastPosition(database: Queryable): Promise<number> {
  const [row] = await database.query<{ position: number }>(SELECT_LAST_POSITION, []);
  return row?.position ?? 0;
}

/** Returns whether any run is waiting for an event with this name. */
export async function isAwaited(database: Queryable, eventName: string): Promise<boolean> {
  const [row] = await database.query<{ answer: boolean }>(SELECT_IS_AWAITED, [eventName]);
  return row?.answer === true;
}
