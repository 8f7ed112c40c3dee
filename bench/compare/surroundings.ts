import type { AddEnding, NotifyingProduct } from "../load/start";
import type { BenchSurroundings } from "../report/report";

/** Everything that a side other than the product needs to start. */
export interface SideSurroundings extends BenchSurroundings {
  readonly started: NotifyingProduct;
  readonly addEnding: AddEnding;
  /** The product's object store, which the other sides share. */
  readonly objectStore: { readonly pid: number; readonly port: number };
  /** Resolves when all of these changes have arrived at the receiver. */
  readonly untilTold: (changes: readonly string[]) => Promise<void>;
}
