import type { FeedEntry } from "@/lib/client/answers";
import type { Move } from "./change-documents";

/** One change as a receiver reads it. */
export interface ToldItem extends Move {
  readonly url: string;
}

/** A request that reached the receiver. */
export interface Arrival {
  readonly webhookId: string;
  readonly body: Buffer;
  readonly items: readonly ToldItem[];
  /** Whether it was answered with 200; only then does its sender know that it arrived. */
  readonly isAccepted: boolean;
  /** null: signed as it must be. Otherwise why not. */
  readonly whyNotVerified: string | null;
}

/** What three witnesses say. */
export interface Testimony {
  /** Every change that a client got its answer for. */
  readonly answered: readonly Move[];
  /** All of it, in its order. */
  readonly feed: readonly FeedEntry[];
  /** All of them, in the order in which they came. */
  readonly arrivals: readonly Arrival[];
}

/** What is wrong, a sentence each. */
export interface DeliveryFaults {
  /** Answered changes of which the receiver never heard. */
  readonly lost: readonly string[];
  readonly others: readonly string[];
}

/**
 * Compares the witnesses: nothing is lost, nothing is told under two ids, an id always stands for the same bytes, no document's
 * later change arrives before an earlier one was accepted, the feed has no gap, and feed and receiver agree.
 */
export function findFaults({ answered, feed, arrivals }: Testimony): DeliveryFaults {
  const told = firstAccepted(arrivals).flatMap(({ items }) => items);
  const made = answered.map(nameOf);
  const listed = feed.map(nameOf);
  return {
    lost: missing(made, told.map(nameOf)).map((name) => `${name} was answered and never told`),
    others: [
      ...gapsOf(feed),
      ...missing(made, listed).map((name) => `${name} was answered and is not in the feed`),
      ...missing(listed, made).map((name) => `${name} is in the feed and nobody made it`),
      ...missing(feed.map(placeOf), told.map(placeOf)).map((name) => `only the feed has ${name}`),
      ...missing(told.map(placeOf), feed.map(placeOf)).map((name) => `the feed lacks ${name}`),
      ...disagreeingBytes(arrivals),
      ...disorder(arrivals),
      ...unverified(arrivals),
    ],
  };
}

/** One arrival for each id that was accepted. */
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

/** What the one list has more often than the other. */
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
    .map(({ sequence }) => `the feed has a gap or a repetition at ${sequence}`);

function disagreeingBytes(arrivals: readonly Arrival[]): string[] {
  const bytes = new Map<string, Buffer>();
  return arrivals.flatMap(({ webhookId, body }) => {
    const before = bytes.get(webhookId) ?? body;
    bytes.set(webhookId, before);
    return before.equals(body) ? [] : [`${webhookId} came with other bytes`];
  });
}

/** A document's changes are a chain: each begins where the one before it ended, accepted before or told just above. */
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
    return early.map((move) => `${nameOf(move)} came before the change that it follows`);
  });
}

const unverified = (arrivals: readonly Arrival[]) =>
  arrivals.flatMap(({ webhookId, whyNotVerified }) =>
    whyNotVerified === null ? [] : [`${webhookId} does not verify: ${whyNotVerified}`],
  );
