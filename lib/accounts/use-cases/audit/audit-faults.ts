import type { AuditFault } from "../../rules/audit-fault";

const KEPT_MAX = 100;

/** Creates a collector that keeps the first faults of a chain and counts all of them. */
export function createFaults() {
  let kept: AuditFault[] = [];
  let count = 0;
  const add = (fault: AuditFault) => {
    count += 1;
    if (kept.length < KEPT_MAX) kept.push(fault);
  };
  return {
    add,
    /** Consecutive entries with the same key count as one fault. */
    addUnknown(keyId: string, sequence: bigint) {
      const last = kept.at(-1);
      if (last?.kind === "unknown-key" && last.keyId === keyId && last.to === sequence - 1n) {
        kept[kept.length - 1] = { ...last, to: sequence };
      } else add({ kind: "unknown-key", keyId, from: sequence, to: sequence });
    },
    /**
     * Records the places of entries that seemed to have been changed; null means that the entry is in its place and only
     * its neighbour is not.
     */
    resolve(places: ReadonlyMap<string, bigint | null>) {
      const resolved = kept.flatMap((fault) => {
        if (fault.kind !== "changed") return [fault];
        const belongsAt = places.get(fault.id);
        if (belongsAt === undefined) return [fault];
        return belongsAt === null ? [] : [{ ...fault, kind: "moved" as const, belongsAt }];
      });
      count -= kept.length - resolved.length;
      kept = resolved;
    },
    kept: () => kept,
    count: () => count,
  };
}
