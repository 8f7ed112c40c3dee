import type { UnseenIds } from "@/lib/live/ports/live-changes";

/**
 * A statement is ended after 10 s and an idle transaction after another 4 s. After that, the transaction can no longer
 * commit.
 */
const COMMITTED_WITHIN_MS = 20_000;

/**
 * Returns the unseen ids that remain after some were seen. A gap before a seen id is kept. Both lists must be ascending
 * and are read only once.
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

/** Returns the ids that a running transaction may still commit. */
export function withoutSettled(unseen: readonly UnseenIds[], lookedAt: Date): readonly UnseenIds[] {
  const settledMs = lookedAt.getTime() - COMMITTED_WITHIN_MS;
  return unseen.filter(({ last, since }) => last === null || since.getTime() > settledMs);
}
