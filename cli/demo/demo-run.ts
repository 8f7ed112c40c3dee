import type { CheckingClient } from "../external-system/checking-client";
import type { DeliveryLog } from "../external-system/delivery-log";
import type { ReceiverControl } from "../receiver-control/receiver-control";
import type { Arrivals } from "./arrivals";
import type { Narrator } from "./narrator";
import { listReceived, type ReceivedChange } from "./received-changes";
import type { Sample } from "./samples";

/** What the acts about notifications work with. */
export interface DemoRun {
  readonly client: CheckingClient;
  readonly log: DeliveryLog;
  readonly control: ReceiverControl;
  readonly arrivals: Arrivals;
  /** The name of each document that the demo created, by its uuid; the first one first. */
  readonly documents: Map<string, string>;
  readonly narrator: Narrator;
}

/** What the receiver accepted so far about the demo's documents. */
export const receivedSoFar = ({ arrivals, documents }: DemoRun): readonly ReceivedChange[] =>
  listReceived(arrivals.all, documents);

/** A line about a change that the receiver got: what it is about, from where to where, and whether the signature is right. */
export function writeReceived(
  { narrator: { tone, write } }: DemoRun,
  label: string,
  { previousStatus, currentStatus, arrival }: ReceivedChange,
  when: string,
): void {
  const isVerified = arrival.whyNotVerified === null;
  const judgement = isVerified ? tone("good", "✓ verified") : tone("bad", "✗ not verified");
  const move = `${String(previousStatus).padStart(4)} → ${currentStatus}`;
  write(`  ${label}${move}   ${judgement}   ${tone("quiet", when)}\n`);
}

/** The sample that is so many places after the smallest one: small files fit a short act. */
export function pickSmall(samples: readonly Sample[], place: number): Sample {
  const picked = samples.toSorted((a, b) => a.sizeBytes - b.sizeBytes)[place];
  if (!picked) throw new Error("the demo needs more sample files");
  return picked;
}
