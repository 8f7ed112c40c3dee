import type { AuditHead, ChainedEntry, ChainPosition } from "../../ports/audit-chain";
import type { AuditSeal } from "../../ports/audit-seals";
import type { AuditFault } from "../../rules/audit-fault";
import { auditText } from "../../rules/audit-text";
import { createFaults } from "./audit-faults";
import type { ChainPorts } from "./chain-audit";
import { findMovedEntries, type Suspect } from "./find-moved-entries";

/** The result of verifying the chain. */
export interface AuditVerification {
  /** The number of chained entries that were checked. */
  readonly entries: number;
  /** The last checked entry; null if there is none. */
  readonly head: AuditHead | null;
  /** The number of entries that are still waiting for their place and cannot be verified. */
  readonly unchained: number;
  /** The first faults by place, at most 100. */
  readonly faults: readonly AuditFault[];
  readonly faultCount: number;
}

/** Further input for the verification of the chain. */
export interface VerifyInput {
  /**
   * A head that was kept elsewhere; null if there is none, in which case the removal of entries at the end cannot be
   * detected.
   */
  readonly head: AuditHead | null;
  /** The encryption keys that were used before the current one. */
  readonly previousKeys: readonly Buffer[];
}

const READ_AT_ONCE = 1_000;
/** Each suspect is compared with every other one, so their number is limited; 20 are enough for a few moved entries. */
const SUSPECTS_MAX = 20;

/**
 * Checks the whole chain in bounded memory: the number of every entry, and the MAC over the entry and its predecessor
 * (decision 0056). It cannot detect changes by somebody with the key, the deletion of entries before they were chained,
 * or, without a head, the removal of entries at the end.
 */
export async function verifyAudit(
  { auditChain, auditSeals }: ChainPorts,
  { head, previousKeys }: VerifyInput,
): Promise<AuditVerification> {
  const seals = [auditSeals.current, ...previousKeys.map((key) => auditSeals.of(key))];
  const check = createCheck(new Map(seals.map((seal) => [seal.keyId, seal])), {
    currentKeyId: auditSeals.current.keyId,
    head,
  });
  let after: ChainPosition | null = null;
  let entries = 0;
  let page: readonly ChainedEntry[];
  do {
    page = await auditChain.read(after, READ_AT_ONCE);
    page.forEach(check.look);
    entries += page.length;
    const last = page.at(-1);
    if (last) after = { sequence: last.sequence, id: last.columns.id };
  } while (page.length === READ_AT_ONCE);
  const unchained = await auditChain.countUnchained();
  return { entries, unchained, ...check.end() };
}

interface CheckOptions {
  readonly currentKeyId: string;
  readonly head: AuditHead | null;
}

function createCheck(seals: ReadonlyMap<string, AuditSeal>, { currentKeyId, head }: CheckOptions) {
  const faults = createFaults();
  const suspects: Suspect[] = [];
  let last: ChainedEntry | null = null;
  /** The MACs that the next entry may have been chained after: the stored one and the expected one. */
  let previousMacs: readonly (Buffer | null)[] = [null];
  let isCurrentSeen = false;
  const checkMac = (entry: ChainedEntry, seal: AuditSeal) => {
    const text = auditText(entry.columns, entry);
    const expected = previousMacs.map((mac) => seal.mac(mac, text));
    const isKept = expected.some((mac) => mac.equals(entry.mac));
    previousMacs = isKept ? [entry.mac] : [entry.mac, ...expected.slice(0, 1)];
    if (isKept) return;
    faults.add({ kind: "changed", sequence: entry.sequence, id: entry.columns.id });
    if (suspects.length <= SUSPECTS_MAX)
      suspects.push({ entry, seal, previousMac: last?.mac ?? null });
  };
  const checkPlace = ({ sequence, columns: { id } }: ChainedEntry) => {
    const expected = (last?.sequence ?? 0n) + 1n;
    if (sequence < expected) faults.add({ kind: "repeated", sequence, id });
    if (sequence > expected) faults.add({ kind: "missing", from: expected, to: sequence - 1n });
    return sequence > expected;
  };
  const findSeal = ({ keyId, sequence, columns: { id } }: ChainedEntry) => {
    const seal = seals.get(keyId);
    const isCurrent = keyId === currentKeyId;
    if (!seal) faults.addUnknown(keyId, sequence);
    else if (isCurrentSeen && !isCurrent) faults.add({ kind: "older-key", sequence, id });
    isCurrentSeen ||= isCurrent;
    return seal;
  };
  const look = (entry: ChainedEntry) => {
    const { sequence, mac } = entry;
    const isBehindGap = checkPlace(entry);
    const seal = findSeal(entry);
    if (seal && !isBehindGap) checkMac(entry, seal);
    else previousMacs = [mac];
    if (head?.sequence === sequence && !head.mac.equals(mac)) {
      faults.add({ kind: "other-head", sequence });
    }
    last = entry;
  };
  const end = () => {
    if (head && head.sequence > (last?.sequence ?? 0n)) {
      faults.add({ kind: "cut-off", sequence: head.sequence });
    }
    const found = last && { sequence: last.sequence, mac: last.mac };
    if (suspects.length <= SUSPECTS_MAX) faults.resolve(findMovedEntries(suspects));
    return { head: found, faults: faults.kept(), faultCount: faults.count() };
  };
  return { look, end };
}
