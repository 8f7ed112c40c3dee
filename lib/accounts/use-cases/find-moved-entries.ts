import type { ChainedEntry } from "../ports/audit-chain";
import type { AuditSeal } from "../ports/audit-seals";
import { auditText } from "../rules/audit-text";

/** An entry whose MAC does not fit where it stands. */
export interface Suspect {
  readonly entry: ChainedEntry;
  readonly seal: AuditSeal;
  /** Of the entry that stands before it now; null: it is the first. */
  readonly previousMac: Buffer | null;
}

/**
 * Finds which of these entries are as they were chained, only elsewhere: their MAC fits at another one's place, behind one of the
 * others' MACs.
 * @returns by the entry's id where it was chained, null: where it stands; entries that fit nowhere were changed and are left out
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
