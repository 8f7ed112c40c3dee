import { type Page, readPage } from "@/lib/kernel/rules/page";
import type { ActorNames } from "../ports/actor-names";
import type { AuditEntry, AuditFilter, AuditLog, AuditPosition } from "../ports/audit-log";
import { nameActors } from "./name-actors";

/** What reading the audit needs from outside. */
export interface AuditReadPorts {
  readonly auditLog: AuditLog;
  readonly actorNames: ActorNames;
}

/** An entry with what people call whoever acted and what was changed; null: nobody, or nothing that has a name of its own. */
export interface NamedEntry extends AuditEntry {
  readonly actorName: string | null;
  readonly subjectName: string | null;
}

/** One page of the audit, newest first, with names. @returns `nextAfter` null on the last page */
export async function listAudit(
  { auditLog, actorNames }: AuditReadPorts,
  filter: AuditFilter,
  page: Page<AuditPosition>,
): Promise<{ items: readonly NamedEntry[]; nextAfter: AuditPosition | null }> {
  const { items, nextAfter } = await readPage(
    page,
    (asked) => auditLog.list(filter, asked),
    ({ at, id }) => ({ at, id }),
  );
  const names = await nameActors(
    { actorNames },
    items.flatMap(({ actor, subject }) => [actor, subject]),
  );
  const nameOf = (text: string) => names.get(text)?.name ?? null;
  const named = items.map((entry) => ({
    ...entry,
    actorName: nameOf(entry.actor),
    subjectName: nameOf(entry.subject),
  }));
  return { items: named, nextAfter };
}
