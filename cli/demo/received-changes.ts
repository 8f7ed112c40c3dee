import type { FeedEntry } from "@/lib/client/answers";
import type { Arrival } from "../receiver-control/receiver-control";

/** One status change that the receiver accepted. */
export interface ReceivedChange {
  readonly uuid: string;
  readonly previousStatus: number | null;
  readonly currentStatus: number;
  /** The notification that carried it, as it was accepted first. */
  readonly arrival: Arrival;
}

const ACCEPTED = 200;

/** What the receiver accepted about these documents, in order of arrival, without repeated notifications. */
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
 * Where the receiver and the feed disagree about these documents, one sentence each: every notification is verified, has the
 * same bytes each time it arrives, and each document's changes arrive once and in the feed's order. Empty: they agree
 * exactly.
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
    if ((bodies.get(id) ?? body) !== body) problems.push(`${id} came again with different bytes.`);
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

/** Each document's moves in their order, such as `null→1, 1→2`. */
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
