import { STATUS } from "@/lib/documents/rules/status";
import type { Sample } from "./samples";

/** One document that the demo is going to announce. */
export interface PlannedDocument {
  readonly sample: Sample;
  readonly assetIdentifier: string;
  /** What the demo reports: 2 after an upload, 6 without one. */
  readonly wantedStatus: typeof STATUS.uploadSuccessful | typeof STATUS.uploadFailed;
}

/** The demo's own data: an external system knows its assets, and these are what a first start shows. */
const ASSET_IDENTIFIERS = ["BLD-0001", "BLD-0002", "MCH-0107", "CTR-2031"] as const;

/** `count` documents which cycle through samples and assets, and one more whose upload is going to be given up. */
export function planDocuments(samples: readonly Sample[], count: number): PlannedDocument[] {
  return Array.from({ length: count + 1 }, (_, index) => ({
    sample: pick(samples, index),
    assetIdentifier: pick(ASSET_IDENTIFIERS, index),
    wantedStatus: index < count ? STATUS.uploadSuccessful : STATUS.uploadFailed,
  }));
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("there is nothing to pick from");
  return item;
}
