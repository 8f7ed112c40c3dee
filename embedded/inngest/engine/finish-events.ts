import type { StoredEvent } from "../protocol/stored-event";
import type { EndedRun } from "../state/end-run";

/** The event for every end of a run; stored only if something listens for it. */
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
 * it; none if a finish event started the run. The id is the run's id, with `.<n>` appended after the n-th operator's
 * retry.
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
  const told = { id, name: `${PREFIX}${run.status}`, ts, data };
  // Ids are unique over all names, and the run's id belongs to the `failed` or `cancelled` event.
  return isFinishedHeard ? [told, { id: `${id}:finished`, name: FINISHED, ts, data }] : [told];
}

function errorOf(run: EndedRun) {
  return run.error ?? { name: "Cancelled", message: "The run was cancelled by an event." };
}
