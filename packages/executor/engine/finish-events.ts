import type { StoredEvent } from "../protocol/stored-event";
import type { EndedRun } from "../state/end-run";

/** The event that reports the end of any run. It is stored only if something listens for it. */
export const FINISHED = "inngest/function.finished";

const PREFIX = "inngest/function.";

/**
 * Returns whether runs started by this event publish no finish events, so that finish events cannot trigger each other
 * endlessly.
 */
export function isFinishEvent(eventName: string): boolean {
  return eventName.startsWith(PREFIX);
}

/**
 * Returns the events that report a run's end: `failed` or `cancelled` always, `finished` only if something listens for
 * it, and none if a finish event started the run. The first event's id is the run's id, with `.<n>` appended after an
 * operator's n-th retry.
 */
export function finishEvents(run: EndedRun, isFinishedHeard: boolean): readonly StoredEvent[] {
  if (isFinishEvent(run.event.name)) return [];
  const id = run.retries === 0 ? run.id : `${run.id}.${run.retries}`;
  const outcome = run.status === "completed" ? { result: run.result } : { error: errorOf(run) };
  const data = {
    function_id: run.functionId,
    run_id: run.id,
    event: run.event,
    events: [run.event],
    ...outcome,
  };
  const ts = Date.parse(run.endedAt);
  if (run.status === "completed") return isFinishedHeard ? [{ id, name: FINISHED, ts, data }] : [];
  const event = { id, name: `${PREFIX}${run.status}`, ts, data };
  // Two events cannot have the same id, even under different names, and the other event already has the run's id.
  return isFinishedHeard ? [event, { id: `${id}:finished`, name: FINISHED, ts, data }] : [event];
}

function errorOf(run: EndedRun) {
  return run.error ?? { name: "Cancelled", message: "The run was cancelled by an event." };
}
