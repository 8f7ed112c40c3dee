/**
 * Shares a check among all callers within this many milliseconds of its start. A failed check is not shared, because the
 * next caller must notice when the database is back.
 */
export function shareLook<Found>(
  look: () => Promise<Found>,
  { nowMs, sharedForMs }: { readonly nowMs: () => number; readonly sharedForMs: number },
): () => Promise<Found> {
  let last: { readonly beganAtMs: number; readonly found: Promise<Found> } | null = null;
  return () => {
    const beganAtMs = nowMs();
    if (last && Math.abs(beganAtMs - last.beganAtMs) < sharedForMs) return last.found;
    const begun = { beganAtMs, found: look() };
    last = begun;
    begun.found.catch(() => {
      if (last === begun) last = null;
    });
    return begun.found;
  };
}
