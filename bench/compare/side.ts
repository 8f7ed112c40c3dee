import type { LoadRequest } from "../load/generate-load";
import type { Arrivals } from "../load/receipts";
import type { NotifyingProduct } from "../load/start";
import type { BenchSurroundings } from "../report/report";

/** The servers that are compared. */
export type SideName = "product" | "payload" | "empty" | "bare" | "svix";

/** The calls that are measured; `verifiedReport` is the peer's report that checks the file, as ours always does. */
export type CallName = "create" | "report" | "verifiedReport" | "read";

/** The processes by which a side's CPU time is broken down. */
export type PartName = "web" | "database" | "object store" | "executor";

/** A call that is measured on one side. */
export interface MeasuredCall {
  /** The status code of a successful response. */
  readonly expectedStatus: number;
  /** Prepares this many requests before the measurement starts. */
  readonly prepare?: (count: number) => Promise<void>;
  /** Returns the next request, or null if all prepared requests have been used. */
  next(): LoadRequest | null;
}

/** A server that is measured. */
export interface Side {
  readonly name: SideName;
  readonly port: number;
  readonly calls: Readonly<Partial<Record<CallName, MeasuredCall>>>;
  /** Whether the side sends notifications about changes, which `arrivals` records. */
  readonly isNotifying: boolean;
  /** The roots of the process trees whose CPU time counts; empty if the CPU time cannot be measured. */
  readonly whole: readonly number[];
  /** Some of these trees, or subtrees of them, for the breakdown. */
  readonly parts: Readonly<Partial<Record<PartName, number>>>;
}

/** All sides, and the parts that they share. */
export interface Sides {
  /** The product comes first. */
  readonly all: readonly Side[];
  readonly arrivals: Arrivals;
  /** The id of the process that `npm start` runs. */
  readonly product: number;
  setWebhook(isOn: boolean): Promise<unknown>;
}

/** Everything that a side other than the product needs to start. */
export interface SideSurroundings extends BenchSurroundings {
  readonly started: NotifyingProduct;
  /** The product's object store, which the other sides share. */
  readonly objectStore: { readonly pid: number; readonly port: number };
  /** Resolves when all of these changes have arrived at the receiver. */
  readonly untilNotified: (changes: readonly string[]) => Promise<void>;
}
