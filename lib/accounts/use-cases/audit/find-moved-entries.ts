import type { ChainedEntry } from "../../ports/audit-chain";
import type { AuditSeal } from "../../ports/audit-seals";
import { auditText } from "../../rules/audit-text";

/** An entry whose MAC is not valid at its current place. */
export interface Suspect {
  readonly entry: ChainedEntry;
  readonly seal: AuditSeal;
  /** The MAC of the entry that now precedes this one; null if this is the first entry. */
  readonly previousMac: Buffer | null;
}

/**
 * Finds which of these entries are unchanged but moved: their MAC is valid at another entry's place, following one of the
 * other entries' MACs.
 * @returns the sequence number at which each entry was chained, by entry id; null if it is still there. Entries whose MAC
 * is valid nowhere were changed and are omitted.
 */
export function findMovedEntries(suspects: readonly Suspect[]): ReadonlyMap<string, bigint | null> {
  const places = suspects.map(({ entry }) => entry.sequence);
  const macs = suspects.flatMap(({ entry, previousMac }) => [entry.mac, previousMac]);
  const found = suspects.flatMap((suspect) => {
    const { entry } = suspect;
    const belongsAt = places.find((sequence) => fits(suspect, sequence, macs));
    if (belongsAt === undefined) return [];
    return [[entry.columns.id, belongsAt === entry.sequence ? null : belongsAt] as const];
  });
  return new Map(found);
}

function fits(
  { entry: { columns, keyId, mac }, seal }: Suspect,
  sequence: bigint,
  previousMacs: readonly (Buffer | null)[],
): boolean {
  const text = auditText(columns, { sequence, keyId });
  return previousMacs.some((previous) => seal.mac(previous, text).equals(mac));
}
