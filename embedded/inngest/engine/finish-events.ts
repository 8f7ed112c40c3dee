import type { StoredEvent } from "../protocol/stored-event";
import type { EndedRun } from "../state/end-run";

/** The event of every end; it is stored only when somebody hears it. */
export const FINISHED = "inngest/function.finished";

const PREFIX = "inngest/function.";

/** Whether runs that this event started tell nobody of their end, so that no chain of ends has no end. */
export function isFinishEvent(eventName: string): boolean {
  return eventName.startsWith(PREFIX);
}

/**
 * The events that tell of a run's end: `failed` or `cancelled` always, `finished` only when it is heard; none when
 * such an event had started the run. The id is the id of the run, `<id>.<n>` after the n-th operator's retry.
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
  // Ids are unique over all names, and the id of the run belongs to what the run's end is about.
  return isFinishedHeard ? [told, { id: `${id}:finished`, name: FINISHED, ts, data }] : [told];
}

function errorOf(run: EndedRun) {
  return run.error ?? { name: "Cancelled", message: "The run was cancelled by an event." };
}
