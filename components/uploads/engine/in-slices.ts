import type { RetryClock } from "@/lib/client/retrying";

/** Short enough for the page to respond between two frames, even with the other work in the same task. */
const SLICE_MS = 12;

/**
 * Calls `act` with each item in order, and lets the page respond every few milliseconds. If the signal aborts, the
 * remaining items are skipped without an error.
 */
export async function inSlices<Item>(
  items: readonly Item[],
  { clock, signal }: { readonly clock: RetryClock; readonly signal?: AbortSignal },
  act: (item: Item) => void,
): Promise<void> {
  let endsAtMs = clock.nowMs() + SLICE_MS;
  for (const item of items) {
    if (clock.nowMs() >= endsAtMs) {
      await clock.sleep(0);
      if (signal?.aborted) return;
      endsAtMs = clock.nowMs() + SLICE_MS;
    }
    act(item);
  }
}
