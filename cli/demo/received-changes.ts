import type { FeedEntry } from "@/lib/client/answers";
import type { Arrival } from "../receiver-control/receiver-control";

/** One status change that the receiver accepted. */
export interface ReceivedChange {
  readonly uuid: string;
  readonly previousStatus: number | null;
  readonly currentStatus: number;
  /** The notification that contained it, as it was first accepted. */
  readonly arrival: Arrival;
}

const ACCEPTED = 200;

/** Lists what the receiver accepted about these documents, in order of arrival, without repeated notifications. */
export function listReceived(
  arrivals: readonly Arrival[],
  documents: Pick<ReadonlySet<string>, "has">,
): readonly ReceivedChange[] {
  const seen = new Set<string | null>();
  return arrivals.flatMap((arrival) => {
    if (arrival.answered !== ACCEPTED || seen.has(arrival.id)) return [];
    seen.add(arrival.id);
    const items = (arrival.items ?? []).filter(({ uuid }) => documents.has(uuid));
    return items.map((item) => ({ ...item, arrival }));
  });
}

/**
 * Returns where the receiver and the feed disagree about these documents, one sentence each; empty if they agree exactly.
 * They agree if every notification is verified, has the same bytes each time it arrives, and each document's changes
 * arrive once and in the feed's order.
 */
export function compareWithFeed(
  arrivals: readonly Arrival[],
  feed: readonly FeedEntry[],
  documents: ReadonlyMap<string, string>,
): readonly string[] {
  const problems: string[] = [];
  const bodies = new Map<string | null, string>();
  for (const { id, body, items, whyNotVerified } of arrivals) {
    if (!items?.some(({ uuid }) => documents.has(uuid))) continue;
    if (whyNotVerified !== null) problems.push(`${id} is not verified: ${whyNotVerified}.`);
    if ((bodies.get(id) ?? body) !== body)
      problems.push(`${id} arrived again with different bytes.`);
    bodies.set(id, body);
  }
  const listed = movesOf(feed);
  const received = movesOf(listReceived(arrivals, documents));
  for (const [uuid, name] of documents) {
    const [wanted, found] = [listed.get(uuid) ?? "nothing", received.get(uuid) ?? "nothing"];
    if (found === wanted) continue;
    problems.push(`${name} (${uuid}): the feed lists ${wanted}, the receiver got ${found}.`);
  }
  return problems;
}

/** Lists each document's moves in order, such as `null→1, 1→2`. */
function movesOf(
  changes: readonly Pick<ReceivedChange, "uuid" | "previousStatus" | "currentStatus">[],
): ReadonlyMap<string, string> {
  const moves = new Map<string, string>();
  for (const { uuid, previousStatus, currentStatus } of changes) {
    const before = moves.has(uuid) ? `${moves.get(uuid)}, ` : "";
    moves.set(uuid, `${before}${previousStatus}→${currentStatus}`);
  }
  return moves;
}
