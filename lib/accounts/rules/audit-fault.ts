/** A fault in the audit chain. */
export type AuditFault =
  | { readonly kind: "changed" | "repeated"; readonly sequence: bigint; readonly id: string }
  /** The entry is at `sequence` but was chained at `belongsAt`. */
  | {
      readonly kind: "moved";
      readonly sequence: bigint;
      readonly id: string;
      readonly belongsAt: bigint;
    }
  /** The rows of the entry are not those that it was written with. */
  | { readonly kind: "rows-changed"; readonly sequence: bigint; readonly id: string }
  | { readonly kind: "missing"; readonly from: bigint; readonly to: bigint }
  | {
      readonly kind: "unknown-key";
      readonly keyId: string;
      readonly from: bigint;
      readonly to: bigint;
    }
  /** An older key was used after the current one, possibly by somebody who only has the older key. */
  | { readonly kind: "older-key"; readonly sequence: bigint; readonly id: string }
  /** The chain differs from a head: the one that was given, or the one that is sealed in the object store. */
  | {
      readonly kind: "other-head" | "cut-off";
      readonly sequence: bigint;
      readonly isSealed: boolean;
    }
  /** The sealed head could not be compared with the chain. */
  | { readonly kind: "sealed-head-damaged" }
  | { readonly kind: "sealed-head-unreadable"; readonly cause: unknown }
  | { readonly kind: "sealed-head-unknown-key"; readonly keyId: string };
