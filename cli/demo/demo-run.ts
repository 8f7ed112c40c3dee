import type { StagedDocumentRecord } from "@/lib/client/answers";
import type { Arrival, ReceiverControl } from "../receiver-control/receiver-control";
import type { Arrivals } from "./arrivals";
import type { DeliveryLog } from "./delivery-log";
import type { DemoClient } from "./demo-client";
import type { Narrator } from "./narrator";
import { listTold, type ToldChange } from "./received-changes";
import type { Sample } from "./samples";

/** What the acts about notifications play with. */
export interface Scene {
  readonly client: DemoClient;
  readonly log: DeliveryLog;
  readonly control: ReceiverControl;
  readonly arrivals: Arrivals;
  /** The name of each document that the demo created, by its uuid. */
  readonly documents: Map<string, string>;
  readonly narrator: Narrator;
}

/** What the receiver accepted so far about the demo's documents. */
export const toldSoFar = ({ arrivals, documents }: Scene): readonly ToldChange[] =>
  listTold(arrivals.all(), documents);

/** Waits until the receiver has accepted that this document is where the record says. @throws DemoFailure */
export async function untilTold(
  scene: Scene,
  { uuid, status, name }: Pick<StagedDocumentRecord, "uuid" | "status" | "name">,
): Promise<ToldChange> {
  const find = () =>
    toldSoFar(scene).find((one) => one.uuid === uuid && one.currentStatus === status);
  await scene.arrivals.until(() => find() !== undefined, `"${name} is now ${status}"`);
  const told = find();
  if (!told) throw new Error("what was there a moment ago is gone");
  return told;
}

/** `1 → 2`, in a column. */
export const renderMove = ({
  previousStatus,
  currentStatus,
}: Pick<ToldChange, "previousStatus" | "currentStatus">): string =>
  `${String(previousStatus).padStart(4)} → ${currentStatus}`;

/** The samples that fit a short act, smallest first. @throws Error when there are not so many */
export function pickSmall(samples: readonly Sample[], count: number): readonly Sample[] {
  const picked = samples.toSorted((a, b) => a.sizeBytes - b.sizeBytes).slice(0, count);
  if (picked.length < count) throw new Error(`the demo needs ${count} sample files`);
  return picked;
}

/** Whether the receiver found the signature right. */
export const renderJudgement = ({ tone }: Narrator, { whyNotVerified }: Arrival): string =>
  whyNotVerified === null ? tone("good", "✓ verified") : tone("bad", "✗ not verified");

/** How wide file names stand. */
export const NAME_COLUMN = 34;
