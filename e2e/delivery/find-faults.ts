import type { FeedEntry } from "@/lib/client/answers";
import type { Move } from "./change-documents";

/** One change in a notification. */
export interface ToldItem extends Move {
  readonly url: string;
}

/** A request that reached the receiver. */
export interface Arrival {
  readonly webhookId: string;
  readonly body: Buffer;
  readonly items: readonly ToldItem[];
  /** Whether the request was answered with 200. Only then does the sender know that the request arrived. */
  readonly isAccepted: boolean;
  /** Why the signature could not be verified; null if it is valid. */
  readonly whyNotVerified: string | null;
}

/** The evidence of three witnesses: the clients, the feed and the receiver. */
export interface Testimony {
  /** Every change that was confirmed to a client. */
  readonly answered: readonly Move[];
  /** The entire feed, in order. */
  readonly feed: readonly FeedEntry[];
  /** All requests, in order of arrival. */
  readonly arrivals: readonly Arrival[];
}

/** The faults, one sentence each. */
export interface DeliveryFaults {
  /** Confirmed changes that never reached the receiver. */
  readonly lost: readonly string[];
  readonly others: readonly string[];
}

/**
 * Compares the witnesses. There are no faults if nothing is lost, nothing is delivered under two ids, an id always has
 * the same bytes, no change of a document arrives before its earlier changes were accepted, the feed has no gap, and the
 * feed and the receiver agree.
 */
export function findFaults({ answered, feed, arrivals }: Testimony): DeliveryFaults {
  const acceptedItems = firstAccepted(arrivals).flatMap(({ items }) => items);
  const moves = answered.map(nameOf);
  const listed = feed.map(nameOf);
  return {
    lost: missing(moves, acceptedItems.map(nameOf)).map(
      (name) => `${name} was confirmed, but never delivered`,
    ),
    others: [
      ...gapsOf(feed),
      ...missing(moves, listed).map((name) => `${name} was confirmed, but is not in the feed`),
      ...missing(listed, moves).map((name) => `${name} is in the feed, but nobody made it`),
      ...missing(feed.map(placeOf), acceptedItems.map(placeOf)).map(
        (name) => `only the feed has ${name}`,
      ),
      ...missing(acceptedItems.map(placeOf), feed.map(placeOf)).map(
        (name) => `the feed does not have ${name}`,
      ),
      ...disagreeingBytes(arrivals),
      ...disorder(arrivals),
      ...unverified(arrivals),
    ],
  };
}

/** Returns the first accepted arrival of each id. */
export function firstAccepted(arrivals: readonly Arrival[]): Arrival[] {
  const first = new Map<string, Arrival>();
  for (const arrival of arrivals) {
    if (arrival.isAccepted && !first.has(arrival.webhookId)) first.set(arrival.webhookId, arrival);
  }
  return [...first.values()];
}

const nameOf = ({ uuid, previousStatus, currentStatus }: Move) =>
  `${uuid} ${previousStatus ?? "null"}→${currentStatus}`;

const placeOf = (item: ToldItem) => `${nameOf(item)} at ${item.url}`;

/** Returns the items that occur more often in `wanted` than in `found`. */
function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of found) counts.set(name, (counts.get(name) ?? 0) + 1);
  return wanted.filter((name) => {
    const left = counts.get(name) ?? 0;
    counts.set(name, left - 1);
    return left <= 0;
  });
}

const gapsOf = (feed: readonly FeedEntry[]) =>
  feed
    .filter(({ sequence }, index) => sequence !== index + 1)
    .map(({ sequence }) => `the feed has a gap or a duplicate at ${sequence}`);

function disagreeingBytes(arrivals: readonly Arrival[]): string[] {
  const bytes = new Map<string, Buffer>();
  return arrivals.flatMap(({ webhookId, body }) => {
    const before = bytes.get(webhookId) ?? body;
    bytes.set(webhookId, before);
    return before.equals(body) ? [] : [`${webhookId} came with different bytes`];
  });
}

/**
 * Finds changes out of order. A document's changes form a chain: each one begins where the previous one ended, which must
 * have been accepted earlier or be in the same notification.
 */
function disorder(arrivals: readonly Arrival[]): string[] {
  const accepted = new Set<string>();
  return arrivals.flatMap(({ items, isAccepted }) => {
    const here = new Set<string>();
    const early = items.filter(({ uuid, previousStatus, currentStatus }) => {
      const before = `${uuid} ${previousStatus}`;
      here.add(`${uuid} ${currentStatus}`);
      return previousStatus !== null && !accepted.has(before) && !here.has(before);
    });
    if (isAccepted) for (const state of here) accepted.add(state);
    return early.map((move) => `${nameOf(move)} came before the change that precedes it`);
  });
}

const unverified = (arrivals: readonly Arrival[]) =>
  arrivals.flatMap(({ webhookId, whyNotVerified }) =>
    whyNotVerified === null
      ? []
      : [`the signature of ${webhookId} is not valid: ${whyNotVerified}`],
  );
