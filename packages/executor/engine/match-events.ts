import { v7 } from "uuid";
import { type Expression, parseExpression, readPath } from "../protocol/expression";
import type { ServedFunction } from "../protocol/served-function";
import type { StoredEvent } from "../protocol/stored-event";
import type {
  CancellableRun,
  NewRun,
  ReceivedEvent,
  ResolvedWait,
  WaitingRun,
} from "../state/event-rows";
import { createEventMatcher } from "./event-matcher";
import type { FunctionSet } from "./function-set";

/** Counts the runs created so far, so that the ids of runs created in the same millisecond are in order of creation. */
let started = 0;

/** Creates the run that an event starts. Later runs have greater ids. */
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

/** The stored conditions of a wait. */
interface Wait {
  readonly event: StoredEvent;
  readonly waitEvent: string;
  readonly expressionText: string | null;
}

/** Returns the first event that ends the wait, or null. */
export function firstMatch(wait: Wait, received: readonly ReceivedEvent[]): ReceivedEvent | null {
  return createWaitMatcher(received)(wait);
}

/** Returns each wait that ends, with the first event that ends it. */
export function matchWaits(
  waiting: readonly WaitingRun[],
  received: readonly ReceivedEvent[],
): readonly ResolvedWait[] {
  const matchOf = createWaitMatcher(received);
  return waiting.flatMap((run) => {
    const match = matchOf(run);
    return match === null ? [] : [{ run, ...match }];
  });
}

/** Parses each expression only once, because many runs share it. */
function createWaitMatcher(
  received: readonly ReceivedEvent[],
): (wait: Wait) => ReceivedEvent | null {
  const find = createEventMatcher(received);
  const expressions = new Map<string, Expression>();
  const read = (text: string) => {
    const expression = expressions.get(text) ?? parseExpression(text);
    expressions.set(text, expression);
    return expression;
  };
  return ({ event, waitEvent, expressionText }) => {
    const expression = expressionText === null ? null : read(expressionText);
    return find({ name: waitEvent, expression, ownEvent: event });
  };
}

/**
 * Returns the ids of the runs that one of the events cancels. An event never cancels a run that it or a later event
 * started.
 */
export function matchCancels(
  functions: FunctionSet,
  candidates: readonly CancellableRun[],
  received: readonly ReceivedEvent[],
): readonly string[] {
  const find = createEventMatcher(received);
  const isCancelled = ({
    functionId,
    event: ownEvent,
    seenPosition: afterPosition,
  }: CancellableRun) =>
    (functions.get(functionId)?.cancels ?? []).some(
      ({ event: name, expression }) => find({ name, expression, ownEvent, afterPosition }) !== null,
    );
  return candidates.filter(isCancelled).map(({ id }) => id);
}
