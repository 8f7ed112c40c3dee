import { createHash } from "node:crypto";
import type { AuditChain, AuditSeal, ChainedEntry, ChainPosition } from "../ports";
import {
  type AuditFault,
  type AuditHead,
  auditRowText,
  auditText,
  type SealedHead,
} from "../rules/audit";
import { type ChainPorts, openHead } from "./chain-audit";

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
  /** The sealed head with which the chain was compared; null if the object store has none that can be used. */
  readonly sealedHead: SealedHead | null;
}

/** Further input for the verification of the chain. */
export interface VerifyInput {
  /** A head that was kept elsewhere, in addition to the sealed head; null if there is none. */
  readonly head: AuditHead | null;
  /** The encryption keys that were used before the current one. */
  readonly previousKeys: readonly Buffer[];
}

const READ_AT_ONCE = 1_000;
/** Each suspect is compared with every other one, so their number is limited; 20 are enough for a few moved entries. */
const SUSPECTS_MAX = 20;

/**
 * Checks the whole chain in bounded memory: the number of every entry, and the MAC over the entry and its predecessor
 * (decision 0056), and that the chain contains the sealed head (decision 0072). It cannot detect changes by somebody with
 * the key, the deletion of entries before they were chained, or the removal of entries after the newest known head.
 */
export async function verifyAudit(
  { auditChain, auditSeals, sealedHeads }: Omit<ChainPorts, "clock">,
  { head, previousKeys }: VerifyInput,
): Promise<AuditVerification> {
  const seals = [auditSeals.current, ...previousKeys.map((key) => auditSeals.of(key))];
  // Read before the chain, because a head that is sealed in the meantime may be newer than what was read of the chain.
  const { sealedHead, fault } = await readSealedHead(sealedHeads, seals);
  const check = createCheck(new Map(seals.map((seal) => [seal.keyId, seal])), {
    currentKeyId: auditSeals.current.keyId,
    heads: [
      ...(head ? [{ ...head, isSealed: false }] : []),
      ...(sealedHead ? [{ ...sealedHead, isSealed: true }] : []),
    ],
  });
  if (fault) check.faults.add(fault);
  let after: ChainPosition | null = null;
  let entries = 0;
  let page: readonly ChainedEntry[];
  do {
    page = await auditChain.read(after, READ_AT_ONCE);
    page.forEach(check.look);
    for (const { sequence, columns } of await findChangedRows(auditChain, page)) {
      check.faults.add({ kind: "rows-changed", sequence, id: columns.id });
    }
    entries += page.length;
    const last = page.at(-1);
    if (last) after = { sequence: last.sequence, id: last.columns.id };
  } while (page.length === READ_AT_ONCE);
  const unchained = await auditChain.countUnchained();
  return { entries, unchained, sealedHead, ...check.end() };
}

/** Returns the sealed head if one of the keys verifies it, or the reason why it cannot be used. */
async function readSealedHead(
  sealedHeads: ChainPorts["sealedHeads"],
  seals: readonly AuditSeal[],
): Promise<{ readonly sealedHead: SealedHead | null; readonly fault: AuditFault | null }> {
  const found = await sealedHeads
    .read({ holdsChain: false })
    .catch((cause: unknown) => ({ cause }));
  if (found === null) return { sealedHead: null, fault: null };
  if (typeof found === "object") {
    return { sealedHead: null, fault: { kind: "sealed-head-unreadable", ...found } };
  }
  const opened = openHead(found, seals);
  switch (opened.kind) {
    case "verified":
      return { sealedHead: opened.head, fault: null };
    case "unknown-key": {
      const { keyId } = opened.head;
      return { sealedHead: null, fault: { kind: "sealed-head-unknown-key", keyId } };
    }
    case "damaged":
      return { sealedHead: null, fault: { kind: "sealed-head-damaged" } };
  }
}

/** A head that the chain must contain. */
interface ExpectedHead extends AuditHead {
  readonly isSealed: boolean;
}

interface CheckOptions {
  readonly currentKeyId: string;
  readonly heads: readonly ExpectedHead[];
}

function createCheck(seals: ReadonlyMap<string, AuditSeal>, { currentKeyId, heads }: CheckOptions) {
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
    for (const head of heads) {
      if (head.sequence !== sequence || head.mac.equals(mac)) continue;
      faults.add({ kind: "other-head", sequence, isSealed: head.isSealed });
    }
    last = entry;
  };
  const end = () => {
    for (const { sequence, isSealed } of heads) {
      if (sequence > (last?.sequence ?? 0n)) faults.add({ kind: "cut-off", sequence, isSealed });
    }
    const found = last && { sequence: last.sequence, mac: last.mac };
    if (suspects.length <= SUSPECTS_MAX) faults.resolve(findMovedEntries(suspects));
    return { head: found, faults: faults.listed(), faultCount: faults.count() };
  };
  return { look, end, faults };
}

/** An entry whose MAC is not valid at its current place. */
interface Suspect {
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
function findMovedEntries(suspects: readonly Suspect[]): ReadonlyMap<string, bigint | null> {
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

const KEPT_MAX = 100;

/** Creates a collector that keeps the first faults of a chain and counts all of them. */
function createFaults() {
  let faults: AuditFault[] = [];
  let count = 0;
  const add = (fault: AuditFault) => {
    count += 1;
    if (faults.length < KEPT_MAX) faults.push(fault);
  };
  return {
    add,
    /** Consecutive entries with the same key count as one fault. */
    addUnknown(keyId: string, sequence: bigint) {
      const last = faults.at(-1);
      if (last?.kind === "unknown-key" && last.keyId === keyId && last.to === sequence - 1n) {
        faults[faults.length - 1] = { ...last, to: sequence };
      } else add({ kind: "unknown-key", keyId, from: sequence, to: sequence });
    },
    /**
     * Records the places of entries that seemed to have been changed; null means that the entry is in its place and only
     * its neighbour is not.
     */
    resolve(places: ReadonlyMap<string, bigint | null>) {
      const resolved = faults.flatMap((fault) => {
        if (fault.kind !== "changed") return [fault];
        const belongsAt = places.get(fault.id);
        if (belongsAt === undefined) return [fault];
        return belongsAt === null ? [] : [{ ...fault, kind: "moved" as const, belongsAt }];
      });
      count -= faults.length - resolved.length;
      faults = resolved;
    },
    listed: () => faults,
    count: () => count,
  };
}

type RowPorts = Pick<AuditChain, "findWithRows" | "readRows">;

/**
 * Returns the entries whose rows are not those that they were written with: an entry with many rows, such as an import of
 * assets, has a digest of them in its state, which the chain covers. An entry without a digest must not have rows.
 */
async function findChangedRows(
  auditChain: RowPorts,
  entries: readonly ChainedEntry[],
): Promise<readonly ChainedEntry[]> {
  const withRows = new Set(await auditChain.findWithRows(entries.map(({ columns }) => columns.id)));
  const changed: ChainedEntry[] = [];
  for (const entry of entries) {
    const { id, after } = entry.columns;
    const expected = digestIn(after);
    if (expected === null && !withRows.has(id)) continue;
    if (expected !== (await digestOf(auditChain, id))) changed.push(entry);
  }
  return changed;
}

function digestIn(after: string | null): string | null {
  if (after === null || !after.includes("rowsDigest")) return null;
  const state: unknown = JSON.parse(after);
  const isObject = typeof state === "object" && state !== null && "rowsDigest" in state;
  return isObject && typeof state.rowsDigest === "string" ? state.rowsDigest : null;
}

async function digestOf(auditChain: RowPorts, entryId: string): Promise<string> {
  const hash = createHash("sha256");
  let after: string | null = null;
  let page: Awaited<ReturnType<RowPorts["readRows"]>>;
  do {
    page = await auditChain.readRows(entryId, after, READ_AT_ONCE);
    for (const row of page) {
      if (after !== null) hash.update("\n");
      hash.update(auditRowText(row));
      after = row.id;
    }
  } while (page.length === READ_AT_ONCE);
  return hash.digest("hex");
}
