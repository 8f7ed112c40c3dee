import { holds } from "../protocol/expression";
import type { ServedFunction } from "../protocol/served-function";
import type { StoredEvent } from "../protocol/stored-event";

/** The functions that the app serves, indexed by event. */
export interface FunctionSet {
  get(id: string): ServedFunction | undefined;
  /** Returns the functions that this event starts. */
  startedBy(event: StoredEvent): readonly ServedFunction[];
  /** Functions whose runs an event with this name may cancel. */
  cancelledBy(eventName: string): readonly ServedFunction[];
  /** Returns whether any function is started or cancelled by events with this name. */
  isHeard(eventName: string): boolean;
  /** Returns every cron trigger. */
  crons(): readonly { readonly functionId: string; readonly expression: string }[];
}

/** Creates the set of exactly these functions. */
export function createFunctionSet(functions: readonly ServedFunction[]): FunctionSet {
  const byId = new Map(functions.map((served) => [served.id, served]));
  const byTrigger = new Map<string, Set<ServedFunction>>();
  const byCancel = new Map<string, Set<ServedFunction>>();
  for (const served of functions) {
    for (const trigger of served.triggers) {
      if ("event" in trigger) addTo(byTrigger, trigger.event, served);
    }
    for (const { event } of served.cancels) addTo(byCancel, event, served);
  }
  return {
    get: (id) => byId.get(id),
    startedBy: (event) =>
      [...(byTrigger.get(event.name) ?? [])].filter((served) => isStartedBy(served, event)),
    cancelledBy: (eventName) => [...(byCancel.get(eventName) ?? [])],
    isHeard: (eventName) => byTrigger.has(eventName) || byCancel.has(eventName),
    crons: () =>
      functions.flatMap(({ id, triggers }) =>
        triggers.flatMap((trigger) =>
          "cron" in trigger ? [{ functionId: id, expression: trigger.cron }] : [],
        ),
      ),
  };
}

function isStartedBy(served: ServedFunction, event: StoredEvent): boolean {
  return served.triggers.some(
    (trigger) =>
      "event" in trigger &&
      trigger.event === event.name &&
      (trigger.expression === null || holds(trigger.expression, { event })),
  );
}

function addTo(map: Map<string, Set<ServedFunction>>, name: string, served: ServedFunction): void {
  const found = map.get(name) ?? new Set();
  map.set(name, found.add(served));
}
