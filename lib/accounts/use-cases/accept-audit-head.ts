import type { Author } from "@/lib/kernel/rules/actor";
import type { HeldChain } from "../ports";
import { type AuditHead, EMPTY_HEAD, headText } from "../rules/audit";
import {
  type ChainPorts,
  containsHead,
  createAuditChaining,
  notBefore,
  openHead,
  sealHead,
} from "./chain-audit";

/** The two heads of an acceptance. */
interface AcceptedHead {
  /** The sealed head that the chain does not contain; null if the object was damaged. */
  readonly sealed: AuditHead | null;
  /** The head that is accepted instead. */
  readonly head: AuditHead;
}

/**
 * Accepts that the chain no longer contains the sealed head: writes an audit entry that names both heads and the reason,
 * seals the head of the chain, and chains the entries that were waiting. Can be repeated after a failure.
 * @param input.remembered the sealed head that a running process remembers and logs, which may be newer than the object;
 * null if only the object counts
 * @returns null, without writing anything, if the chain contains the sealed head and the remembered one
 * @throws any error from the database or the object store
 */
export async function acceptAuditHead(
  ports: ChainPorts,
  {
    reason,
    author,
    remembered,
  }: {
    readonly reason: string;
    readonly author: Author;
    readonly remembered: AuditHead | null;
  },
): Promise<AcceptedHead | null> {
  const { auditChain, auditSeals, sealedHeads, clock } = ports;
  // Opens the connection before the chain is held, where little time is left for it.
  await sealedHeads.read({ holdsChain: false });
  const accepted = await auditChain.hold(async (held) => {
    const found = await findOther(ports, held, remembered);
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
  const { at, ...heads } = accepted;
  // Earlier versions that cannot be removed are reported by the running processes, which try it again.
  const seal = (head: AuditHead) => sealedHeads.replace(sealHead(auditSeals.current, head, at));
  // In a transaction of its own, because no head may be accepted without the entry.
  await auditChain.hold(async (held) => {
    if (await findOther(ports, held, remembered)) await seal(heads.head);
  });
  await createAuditChaining(ports).chain();
  await auditChain.hold(async (held) => {
    const head = await held.findHead();
    if (head && !(await findOther(ports, held, null))) await seal(head);
  });
  return heads;
}

/** A sealed head that the chain does not contain. */
interface OtherHead {
  /** Null if the object is damaged. */
  readonly sealed: AuditHead | null;
  /** When the head that replaces it is sealed. Processes ignore an object that is older than what they saw. */
  readonly at: Date;
}

/** Returns the head of the object, or else the remembered one, if the chain does not contain it. */
async function findOther(
  { auditSeals, sealedHeads, clock }: ChainPorts,
  held: HeldChain,
  remembered: AuditHead | null,
): Promise<OtherHead | null> {
  const now = clock.now();
  const content = await sealedHeads.read({ holdsChain: true });
  const opened = content === null ? null : openHead(content, [auditSeals.current]);
  if (opened?.kind === "damaged") return { sealed: null, at: now };
  const object = opened?.head ?? null;
  const at = notBefore(object, now);
  if (object && !(await containsHead(held, object))) return { sealed: object, at };
  const isOther = remembered !== null && !(await containsHead(held, remembered));
  return isOther ? { sealed: remembered, at } : null;
}
