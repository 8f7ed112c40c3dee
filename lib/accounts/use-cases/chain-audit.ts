import type { Clock } from "@/lib/kernel/ports";
import type {
  AuditChain,
  AuditLink,
  AuditSeal,
  AuditSeals,
  HeldChain,
  SealedHeads,
} from "../ports";
import {
  type AuditColumns,
  type AuditHead,
  auditText,
  isSameHead,
  parseSealedHead,
  type SealedHead,
  sealedText,
} from "../rules/audit";

/** The ports needed to chain and verify entries. */
export interface ChainPorts {
  readonly auditChain: AuditChain;
  readonly auditSeals: AuditSeals;
  readonly sealedHeads: SealedHeads;
  readonly clock: Clock;
}

/** Chains entries. A process has one, because it remembers the sealed head that it saw last. */
export interface AuditChaining {
  /**
   * Assigns a place in the chain to every committed audit entry, without gaps and in the order in which they are found
   * (decision 0056), unless the chain no longer contains the sealed head (decision 0072). Then seals the new head, at most
   * every 10 s. Safe to call repeatedly or in several processes.
   * @param options.isThorough also compares the chain with the sealed head if there is nothing to chain
   * @returns how many entries were chained
   * @throws any error from the database; errors from the object store only change the state
   */
  chain(options?: { readonly isThorough: boolean }): Promise<number>;
  /** The state after the latest turn. */
  state(): ChainingState;
}

/** The maximum number of entries per transaction, small enough that it ends well before any timeout. */
const CHAINED_AT_ONCE_MAX = 500;

/** Creates the chaining of a process. */
export function createAuditChaining(ports: ChainPorts): AuditChaining {
  const { auditChain, auditSeals } = ports;
  const keeper = createSealedHeadKeeper(ports);
  const chainNext = () =>
    auditChain.hold(async (held) => {
      if (!(await keeper.mayChain(held))) return 0;
      return held.chainNext(CHAINED_AT_ONCE_MAX, (head, entries) =>
        linksOf(auditSeals.current, head, entries),
      );
    });
  const chainAll = async () => {
    let count = 0;
    let chained: number;
    do {
      chained = await chainNext();
      count += chained;
    } while (chained === CHAINED_AT_ONCE_MAX);
    return count;
  };
  return {
    state: keeper.state,
    async chain({ isThorough } = { isThorough: false }) {
      if (isThorough) keeper.doubt();
      const { isUnchained, head } = await auditChain.look();
      if (keeper.state().kind === "stopped" && !keeper.isDue()) return 0;
      const count = isUnchained ? await chainAll() : 0;
      if (keeper.isDue() && (count > 0 || !keeper.isSealed(head))) {
        await auditChain.hold(keeper.seal);
      }
      return count;
    },
  };
}

function linksOf(
  seal: AuditSeal,
  head: AuditHead | null,
  entries: readonly AuditColumns[],
): readonly AuditLink[] {
  let last = head;
  return entries.map((columns) => {
    const place = { sequence: (last?.sequence ?? 0n) + 1n, keyId: seal.keyId };
    const mac = seal.mac(last?.mac ?? null, auditText(columns, place));
    last = { ...place, mac };
    return { ...place, mac };
  });
}

/** Whether entries are chained, as this process knows it. */
export type ChainingState =
  | { readonly kind: "ok" }
  /**
   * The sealed head cannot be read or replaced at the moment, or its earlier versions cannot be removed. Entries are
   * chained nevertheless.
   */
  | { readonly kind: "unsealed"; readonly cause: unknown }
  /**
   * The chain does not contain the sealed head (null: the object is damaged). Entries stay unchained until an
   * administrator accepts the head of the chain.
   */
  | { readonly kind: "stopped"; readonly sealed: AuditHead | null };

/** The content of the object in the store. */
type OpenedHead =
  /** `verified` by one of the given keys; `unknown-key` if none of them is the one that it names. */
  | { readonly kind: "verified" | "unknown-key"; readonly head: SealedHead }
  /** The object was not written by us, or its seal is wrong. */
  | { readonly kind: "damaged" };

/** The head is sealed at most this often, and the store is called again this long after a failure. */
const SEALED_EVERY_MS = 10_000;

/** Returns the content for the object in the store. */
export function sealHead(seal: AuditSeal, { sequence, mac }: AuditHead, at: Date): string {
  const text = sealedText({ sequence, mac, keyId: seal.keyId, at });
  return `${text} ${seal.mac(null, text).toString("hex")}`;
}

/** Checks the content of the object with the key that it names. */
export function openHead(content: string, seals: readonly AuditSeal[]): OpenedHead {
  const parsed = parseSealedHead(content);
  if (!parsed) return { kind: "damaged" };
  const { head, text, seal } = parsed;
  const key = seals.find(({ keyId }) => keyId === head.keyId);
  if (!key) return { kind: "unknown-key", head };
  return key.mac(null, text).equals(seal) ? { kind: "verified", head } : { kind: "damaged" };
}

/** Returns the time for a head that replaces another one, even if the other one was written by a machine that is ahead. */
export const notBefore = (previous: SealedHead | null, now: Date): Date =>
  previous && previous.at > now ? previous.at : now;

/** Returns whether the chain contains the entry of a head. */
export async function containsHead(
  chain: Pick<HeldChain, "findMac">,
  { sequence, mac }: AuditHead,
): Promise<boolean> {
  if (sequence === 0n) return true;
  return (await chain.findMac(sequence))?.equals(mac) ?? false;
}

/**
 * Creates the keeper of the sealed head for one process (decision 0072). Failures of the store never stop it: it then
 * compares the chain with the head that it saw last. Its methods take the chain while the chaining lock is held.
 */
function createSealedHeadKeeper({
  auditSeals: { current },
  sealedHeads,
  clock,
}: {
  readonly auditSeals: AuditSeals;
  readonly sealedHeads: SealedHeads;
  readonly clock: Clock;
}) {
  let known: SealedHead | null = null;
  /** Whether the store has `known`; null until it has been read. */
  let isStored: boolean | null = null;
  let stopped: { readonly sealed: AuditHead | null } | null = null;
  let readFailure: { readonly cause: unknown } | null = null;
  let writeFailure: { readonly cause: unknown } | null = null;
  /** An earlier head is still sealed, but this one is, too, so it is not written again. */
  let removalFailure: { readonly cause: unknown } | null = null;
  let dueAtMs = 0;
  const nowMs = () => clock.now().getTime();
  /** A time further ahead than any wait means that the clock was set back. */
  const isDue = () => nowMs() >= dueAtMs || dueAtMs - nowMs() > SEALED_EVERY_MS;
  const wait = (ms = SEALED_EVERY_MS) => {
    dueAtMs = nowMs() + ms;
  };
  const read = async (): Promise<SealedHead | "damaged" | null> => {
    if (readFailure && !isDue()) return known;
    try {
      const content = await sealedHeads.read({ holdsChain: true });
      readFailure = null;
      const opened = content === null ? null : openHead(content, [current]);
      if (opened?.kind === "damaged") return "damaged";
      isStored = opened !== null && !isPutBack(opened);
      if (opened && isStored) known = opened.head;
    } catch (cause) {
      readFailure = { cause };
      wait();
    }
    return known;
  };
  /** Whoever can write to the store can put back an earlier object, or one with an invented key. */
  const isPutBack = ({ kind, head }: Exclude<OpenedHead, { kind: "damaged" }>) =>
    known !== null &&
    (head.at < known.at || (kind === "unknown-key" && known.keyId === current.keyId));
  /** Returns whether the chain contains the sealed head, so that entries may be chained. */
  const mayChain = async (held: HeldChain): Promise<boolean> => {
    const sealed = await read();
    const isFine = sealed === null || (sealed !== "damaged" && (await containsHead(held, sealed)));
    stopped = isFine ? null : { sealed: sealed === "damaged" ? null : sealed };
    if (!isFine) wait();
    return isFine;
  };
  const replace = async (head: AuditHead) => {
    const at = notBefore(known, clock.now());
    try {
      removalFailure = await sealedHeads.replace(sealHead(current, head, at));
      known = { ...head, keyId: current.keyId, at };
      isStored = true;
      writeFailure = null;
    } catch (cause) {
      writeFailure = { cause };
    }
  };
  const isSealed = (head: AuditHead | null): boolean => {
    if (isStored === null || stopped || readFailure || writeFailure) return false;
    if (head === null) return !isStored;
    return isStored && known?.keyId === current.keyId && isSameHead(known, head);
  };
  /** Seals the head of the chain, unless some process has done so within the last 10 s. */
  const seal = async (held: HeldChain): Promise<void> => {
    const isFine = await mayChain(held);
    wait();
    if (!isFine || readFailure) return;
    const head = await held.findHead();
    if (head === null || isSealed(head)) return;
    const agoMs = known ? nowMs() - known.at.getTime() : SEALED_EVERY_MS;
    const isRecent = isStored === true && agoMs >= 0 && agoMs < SEALED_EVERY_MS;
    if (isRecent) wait(SEALED_EVERY_MS - agoMs);
    else await replace(head);
  };
  return {
    mayChain,
    seal,
    isSealed,
    isDue,
    /** Makes the next turn read the store. */
    doubt: () => {
      isStored = null;
      dueAtMs = 0;
    },
    state: (): ChainingState => {
      if (stopped) return { kind: "stopped", ...stopped };
      const failure = readFailure ?? writeFailure ?? removalFailure;
      return failure ? { kind: "unsealed", ...failure } : { kind: "ok" };
    },
  };
}
