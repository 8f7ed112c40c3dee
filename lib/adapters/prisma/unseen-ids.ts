import type { UnseenIds } from "@/lib/ports/live-changes";

/** Statements end after 10 s and an idle transaction after 4 more; what is not committed by then never is. */
const COMMITTED_WITHIN_MS = 20_000;

/** What is left of unseen ids after a look saw some of them, ascending: a gap in front of a seen id is kept. */
export function withoutSeen(
  unseen: readonly UnseenIds[],
  seenIds: readonly bigint[],
  lookedAt: Date,
): readonly UnseenIds[] {
  return unseen.flatMap((range) => {
    const seen = seenIds.filter(
      (id) => id >= range.first && (range.last === null || id <= range.last),
    );
    const since = range.last === null ? lookedAt : range.since;
    const firsts = [range.first, ...seen.map((id) => id + 1n)];
    const lasts = [...seen.map((id) => id - 1n), range.last];
    return firsts
      .map((first, index) => ({ first, last: lasts[index] ?? null, since }))
      .filter(({ first, last }) => last === null || first <= last);
  });
}

/** The ids that a statement may still commit. */
export function withoutSettled(unseen: readonly UnseenIds[], lookedAt: Date): readonly UnseenIds[] {
  const settledMs = lookedAt.getTime() - COMMITTED_WITHIN_MS;
  return unseen.filter(({ last, since }) => last === null || since.getTime() > settledMs);
}
