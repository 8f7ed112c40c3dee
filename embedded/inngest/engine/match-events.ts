import { v7 } from "uuid";
import { type Expression, holds, parseExpression, readPath } from "../protocol/expression";
import type { ServedFunction } from "../protocol/served-function";
import type { StoredEvent } from "../protocol/stored-event";
import type { CancellableRun, NewRun, ResolvedWait, WaitingRun } from "../state/event-rows";
import type { FunctionSet } from "./function-set";

/** An event that was not known before, with its place among all events. */
export interface ReceivedEvent {
  readonly event: StoredEvent;
  readonly position: number;
}

/** Puts the ids of one millisecond in the order in which the runs were made. */
let started = 0;

/** The run that an event starts of a function. Later runs have greater ids. */
export function newRun(served: ServedFunction, event: StoredEvent, nowMs: number): NewRun {
  const path = served.concurrency?.key ?? null;
  const key = path === null ? null : JSON.stringify(readPath(path, { event }) ?? null);
  started = (started + 1) % 2 ** 31;
  return {
    id: v7({ msecs: nowMs, seq: started }),
    functionId: served.id,
    concurrencyKey: key,
    event,
  };
}

/** The first of the events that a wait takes, or null. */
export function firstMatch(
  wait: {
    readonly event: StoredEvent;
    readonly waitEvent: string;
    readonly expressionText: string | null;
  },
  received: readonly ReceivedEvent[],
): ReceivedEvent | null {
  const expression = wait.expressionText === null ? null : parseExpression(wait.expressionText);
  const takes = ({ event }: ReceivedEvent) =>
    event.name === wait.waitEvent && isMatch(expression, wait.event, event);
  return received.find(takes) ?? null;
}

/** Each wait that ends, with the first event that ends it. */
export function matchWaits(
  waiting: readonly WaitingRun[],
  received: readonly ReceivedEvent[],
): readonly ResolvedWait[] {
  return waiting.flatMap((run) => {
    const match = firstMatch(run, received);
    return match === null ? [] : [{ run, ...match }];
  });
}

/** The runs that one of the events cancels. An event cancels no run that it, or a later one, has started. */
export function matchCancels(
  functions: FunctionSet,
  candidates: readonly CancellableRun[],
  received: readonly ReceivedEvent[],
): readonly string[] {
  const isCancelledBy = (run: CancellableRun, { event, position }: ReceivedEvent) =>
    position > run.seenPosition &&
    (functions.get(run.functionId)?.cancels ?? []).some(
      (cancel) => cancel.event === event.name && isMatch(cancel.expression, run.event, event),
    );
  return candidates
    .filter((run) => received.some((one) => isCancelledBy(run, one)))
    .map(({ id }) => id);
}

function isMatch(
  expression: Expression | null,
  ownEvent: StoredEvent,
  incoming: StoredEvent,
): boolean {
  return expression === null || holds(expression, { event: ownEvent, async: incoming });
}
