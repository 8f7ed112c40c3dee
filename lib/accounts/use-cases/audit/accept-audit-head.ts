import type { Author } from "@/lib/kernel/rules/actor";
import type { HeldChain } from "../../ports/audit-chain";
import { type AuditHead, EMPTY_HEAD, headText, type SealedHead } from "../../rules/sealed-head";
import { type ChainPorts, createAuditChaining } from "./chain-audit";
import { containsHead, notBefore, openHead, sealHead } from "./keep-sealed-head";

/** The two heads of an acceptance. */
export interface AcceptedHead {
  /** The head that was sealed; null if the object was damaged. */
  readonly sealed: AuditHead | null;
  /** The head that is accepted instead. */
  readonly head: AuditHead;
}

/**
 * Accepts that the chain no longer contains the sealed head: writes an audit entry that names both heads and the reason,
 * seals the head of the chain, and chains the entries that were waiting. Can be repeated after a failure.
 * @returns null, without writing anything, if the chain contains the sealed head
 * @throws any error from the database or the object store
 */
export async function acceptAuditHead(
  ports: ChainPorts,
  { reason, author }: { readonly reason: string; readonly author: Author },
): Promise<AcceptedHead | null> {
  const { auditChain, auditSeals, sealedHeads, clock } = ports;
  const accepted = await auditChain.hold(async (held) => {
    const found = await findOther(ports, held);
    if (!found) return null;
    const head = (await held.findHead()) ?? EMPTY_HEAD;
    await held.write(
      { at: clock.now(), author, action: "audit-head-accepted", subject: "audit" },
      {
        before: { head: found.sealed && headText(found.sealed) },
        after: { head: headText(head), reason },
      },
    );
    return { ...found, head };
  });
  if (!accepted) return null;
  // Not before the sealed head, because processes that remember that one would ignore an earlier one.
  const at = notBefore(accepted.sealed, clock.now());
  const seal = (head: AuditHead) => sealedHeads.replace(sealHead(auditSeals.current, head, at));
  // In a transaction of its own, because no head may be accepted without the entry.
  await auditChain.hold(async (held) => {
    if (await findOther(ports, held)) await seal(accepted.head);
  });
  await createAuditChaining(ports).chain();
  await auditChain.hold(async (held) => {
    const head = await held.findHead();
    if (head && !(await findOther(ports, held))) await seal(head);
  });
  return accepted;
}

/** Returns the sealed head if the chain does not contain it. */
async function findOther(
  { auditSeals, sealedHeads }: ChainPorts,
  held: HeldChain,
): Promise<{ readonly sealed: SealedHead | null } | null> {
  const content = await sealedHeads.read();
  if (content === null) return null;
  const opened = openHead(content, [auditSeals.current]);
  if (opened.kind === "damaged") return { sealed: null };
  return (await containsHead(held, opened.head)) ? null : { sealed: opened.head };
}
