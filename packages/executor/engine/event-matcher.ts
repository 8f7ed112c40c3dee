import { type Expression, holds, lookUpOf, operandValue, readPath } from "../protocol/expression";
import type { StoredEvent } from "../protocol/stored-event";
import type { ReceivedEvent } from "../state/event-rows";

/** The event that a run looks for among incoming events. */
interface WantedEvent {
  readonly name: string;
  /** Null matches any event with that name. */
  readonly expression: Expression | null;
  /** The event that started the run. */
  readonly ownEvent: StoredEvent;
  /** Only events after this position match; by default, all events do. */
  readonly afterPosition?: number;
}

/** Finds the first matching event; null if there is none. */
export type FindEvent = (wanted: WantedEvent) => ReceivedEvent | null;

/**
 * Indexes events so that many runs can search them. If an expression requires a value of the two events to be equal, the
 * event is looked up by that value, so that not every run must be compared with every event.
 */
export function createEventMatcher(received: readonly ReceivedEvent[]): FindEvent {
  const byName = groupBy(received, ({ event }) => event.name);
  const indexes = new Map<string, EventIndex>();

  const indexOf = (name: string, path: readonly string[]) => {
    const key = JSON.stringify([name, path]);
    const keyBelow = ({ event }: ReceivedEvent) => keyOf(readPath(path, { event, async: event }));
    const index = indexes.get(key) ?? groupBy(byName.get(name) ?? [], keyBelow);
    indexes.set(key, index);
    return index;
  };

  const candidates = ({ name, expression, ownEvent }: WantedEvent) => {
    const lookUp = expression === null ? null : lookUpOf(expression);
    if (lookUp === null) return byName.get(name) ?? [];
    const own = operandValue(lookUp.own, { event: ownEvent });
    if (own === undefined) return [];
    return indexOf(name, lookUp.incoming).get(keyOf(own)) ?? [];
  };

  return (wanted) => {
    const { expression, ownEvent, afterPosition = 0 } = wanted;
    const isWanted = ({ event, position }: ReceivedEvent) =>
      position > afterPosition &&
      (expression === null || holds(expression, { event: ownEvent, async: event }));
    return candidates(wanted).find(isWanted) ?? null;
  };
}

/** The events with each value, in order of arrival. */
type EventIndex = ReadonlyMap<unknown, readonly ReceivedEvent[]>;

function groupBy(
  received: readonly ReceivedEvent[],
  keyFor: (one: ReceivedEvent) => unknown,
): EventIndex {
  const groups = new Map<unknown, ReceivedEvent[]>();
  for (const one of received) {
    const key = keyFor(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

const SOME_OBJECT = Symbol("an object or array");

/** Equal values have equal keys. All objects share one key, because their contents are compared afterwards. */
function keyOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? SOME_OBJECT : value;
}
