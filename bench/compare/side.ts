import type { LoadRequest } from "../load/load-request";
import type { Arrivals } from "../load/receipts";

/** Who is measured. */
export type SideName = "product" | "payload" | "empty" | "bare" | "svix";

/** What is asked of them; `verifiedReport` is the peer's report when it looks for the file, as ours always does. */
export type CallName = "create" | "report" | "verifiedReport" | "read";

/** The processes that a side's CPU is told apart by. */
export type PartName = "web" | "database" | "object store" | "executor";

/** One call of one side. */
export interface MeasuredCall {
  /** The status of a success. */
  readonly expectedStatus: number;
  /** Makes what this many requests need, before a clock starts. */
  readonly prepare?: (count: number) => Promise<void>;
  /** null: nothing is left that was prepared. */
  next(): LoadRequest | null;
}

/** A server that is measured. */
export interface Side {
  readonly name: SideName;
  readonly port: number;
  readonly calls: Readonly<Partial<Record<CallName, MeasuredCall>>>;
  /** Whether it sends a notification of each change, which `arrivals` then notes. */
  readonly isNotifying: boolean;
  /** Roots of the process trees whose CPU is this side's. Empty: it cannot be measured. */
  readonly whole: readonly number[];
  /** Some of them, or trees within them, for the split. */
  readonly parts: Readonly<Partial<Record<PartName, number>>>;
}

/** All sides, and what they have in common. */
export interface Sides {
  /** The product first. */
  readonly all: readonly Side[];
  readonly arrivals: Arrivals;
  /** The process that `npm start` runs. */
  readonly product: number;
  setWebhook(isOn: boolean): Promise<unknown>;
}
