import type { AuditChain, AuditHead, AuditLink } from "../../ports/audit-chain";
import type { AuditSeal, AuditSeals } from "../../ports/audit-seals";
import { type AuditColumns, auditText } from "../../rules/audit-text";

/** The ports needed to chain entries. */
export interface ChainPorts {
  readonly auditChain: AuditChain;
  readonly auditSeals: AuditSeals;
}

/** The maximum number of entries per transaction, small enough that it ends well before any timeout. */
const CHAINED_AT_ONCE_MAX = 500;

/**
 * Assigns a place in the chain to every committed audit entry, without gaps and in the order in which they are found
 * (decision 0056). Safe to call repeatedly or in several processes.
 * @returns how many entries were chained
 */
export async function chainAudit({ auditChain, auditSeals }: ChainPorts): Promise<number> {
  if (!(await auditChain.hasUnchained())) return 0;
  let count = 0;
  let chained: number;
  do {
    chained = await auditChain.chainNext(CHAINED_AT_ONCE_MAX, (head, entries) =>
      linksOf(auditSeals.current, head, entries),
    );
    count += chained;
  } while (chained === CHAINED_AT_ONCE_MAX);
  return count;
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
