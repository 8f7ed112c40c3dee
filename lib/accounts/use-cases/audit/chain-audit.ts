import type { Clock } from "@/lib/kernel/ports/system";
import type { AuditChain, AuditLink, SealedHeads } from "../../ports/audit-chain";
import type { AuditSeal, AuditSeals } from "../../ports/audit-seals";
import { type AuditColumns, auditText } from "../../rules/audit-text";
import type { AuditHead } from "../../rules/sealed-head";
import { type ChainingState, createSealedHeadKeeper } from "./keep-sealed-head";

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
