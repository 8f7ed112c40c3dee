import type { UnseenIds } from "@/lib/live/ports/live-changes";

/** Statements end after 10 s and an idle transaction after 4 more; what is not committed by then never is. */
const COMMITTED_WITHIN_MS = 20_000;

/**
 * What is left of unseen ids after a look saw some of them: a gap in front of a seen id is kept. Both are ascending, and
 * each is gone through once.
 */
export function withoutSeen(
  unseen: readonly UnseenIds[],
  seenIds: readonly bigint[],
  lookedAt: Date,
): readonly UnseenIds[] {
  const left: UnseenIds[] = [];
  let index = 0;
  for (const { first, last, since: noticedAt } of unseen) {
    const since = last === null ? lookedAt : noticedAt;
    let next = first;
    const isHere = (id: bigint) => last === null || id <= last;
    for (let id = seenIds[index]; id !== undefined && isHere(id); id = seenIds[index]) {
      index += 1;
      if (id < next) continue;
      if (id > next) left.push({ first: next, last: id - 1n, since });
      next = id + 1n;
    }
    if (last === null || next <= last) left.push({ first: next, last, since });
  }
  return left;
}

/** The ids that a statement may still commit. */
export function withoutSettled(unseen: readonly UnseenIds[], lookedAt: Date): readonly UnseenIds[] {
  const settledMs = lookedAt.getTime() - COMMITTED_WITHIN_MS;
  return unseen.filter(({ last, since }) => last === null || since.getTime() > settledMs);
}
