import type { ServedFunction } from "../protocol/served-function";
import { eventKey, type StoredEvent } from "../protocol/stored-event";
import type { Queryable } from "../state/database";
import { cancelRuns } from "../state/end-run";
import {
  findCancellable,
  findWaiting,
  insertEvents,
  type NewRun,
  type ReceivedEvent,
  resolveWaits,
  type WaitingRun,
} from "../state/event-rows";
import { finishEvents } from "./finish-events";
import type { FunctionSet } from "./function-set";
import { matchCancels, matchWaits, newRun } from "./match-events";

/** The changes in the database, applied to the runs in memory after the commit. */
export interface Effects {
  readonly started: { readonly run: NewRun; readonly position: number }[];
  readonly resolved: WaitingRun[];
  readonly cancelledIds: string[];
  /** Position of the last event, 0 if no event was new. */
  lastPosition: number;
}

/** The dependencies for storing events. */
export interface StoreContext {
  readonly functions: FunctionSet;
  readonly nowMs: number;
  readonly isFinishedHeard: boolean;
  /** Returns whether a run may be waiting for an event with that name; if it returns false, no waits are looked up. */
  readonly isAwaited: (eventName: string) => boolean;
}

/** Returns effects that contain no changes. */
export function noEffects(): Effects {
  return { started: [], resolved: [], cancelledIds: [], lastPosition: 0 };
}

/** Returns whether events with these names can only start runs. If so, a single statement stores the events. */
export function onlyStart(
  { functions, isAwaited }: StoreContext,
  events: readonly StoredEvent[],
): boolean {
  return events.every(({ name }) => !isAwaited(name) && functions.cancelledBy(name).length === 0);
}

/**
 * Stores events inside a transaction: starts runs, cancels runs, ends waits, and then does the same with the events that
 * report the cancelled runs. An event whose key is already stored has no effect. `startedBy` overrides which functions an
 * event starts.
 */
export async function storeEvents(
  connection: Queryable,
  context: StoreContext,
  sent: readonly StoredEvent[],
  effects: Effects,
  startedBy: (event: StoredEvent) => readonly ServedFunction[] = context.functions.startedBy,
): Promise<void> {
  const events = withDistinctKeys(sent);
  if (events.length === 0) return;
  const { nowMs } = context;
  const runs = events.flatMap((event) =>
    startedBy(event).map((served) => newRun(served, event, nowMs)),
  );
  const stored = await insertEvents(connection, events, runs, nowMs);
  const received = events.flatMap((event): ReceivedEvent[] => {
    const position = stored.positions.get(eventKey(event));
    return position === undefined ? [] : [{ event, position }];
  });
  if (received.length === 0) return;
  for (const run of runs) {
    const position = stored.positions.get(eventKey(run.event));
    if (position !== undefined && stored.runIds.has(run.id))
      effects.started.push({ run, position });
  }
  effects.lastPosition = Math.max(effects.lastPosition, ...stored.positions.values());
  const names = [...new Set(received.map(({ event }) => event.name))];
  const finishes = await cancel(connection, context, names, received, effects);
  const awaited = names.filter(context.isAwaited);
  const waiting = awaited.length > 0 ? await findWaiting(connection, awaited) : [];
  const waits = matchWaits(waiting, received);
  const resolved = await resolveWaits(connection, waits, nowMs);
  effects.resolved.push(...waits.flatMap(({ run }) => (resolved.has(run.id) ? [run] : [])));
  await storeEvents(connection, context, finishes, effects);
}

/** Cancels the runs that match the events, and returns the finish events of those runs. */
async function cancel(
  connection: Queryable,
  context: StoreContext,
  names: readonly string[],
  received: readonly ReceivedEvent[],
  effects: Effects,
): Promise<readonly StoredEvent[]> {
  const { functions, nowMs } = context;
  const cancellable = new Set(names.flatMap((name) => functions.cancelledBy(name)));
  const candidates = await findCancellable(
    connection,
    [...cancellable].map(({ id }) => id),
  );
  const ids = matchCancels(functions, candidates, received);
  const cancelled = await cancelRuns(connection, ids, nowMs);
  effects.cancelledIds.push(...cancelled.map(({ id }) => id));
  return cancelled.flatMap((run) => finishEvents(run, context.isFinishedHeard));
}

function withDistinctKeys(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const byKey = new Map<string, StoredEvent>();
  for (const event of events) {
    const key = eventKey(event);
    if (!byKey.has(key)) byKey.set(key, event);
  }
  return [...byKey.values()];
}
