import { type Page, readPage } from "@/lib/kernel/rules/page";
import type { ActorNames } from "../../ports/actor-names";
import type { AuditEntry, AuditFilter, AuditLog, AuditPosition } from "../../ports/audit-log";
import { nameActors } from "./name-actors";

/** The ports needed to read the audit log. */
export interface AuditReadPorts {
  readonly auditLog: AuditLog;
  readonly actorNames: ActorNames;
}

/** An entry with the names of the actor and of the subject; null if there is none or it has no name. */
export interface NamedEntry extends AuditEntry {
  readonly actorName: string | null;
  readonly subjectName: string | null;
}

/**
 * Lists one page of the audit log, newest first, with names.
 * @returns the page; `nextAfter` is null on the last page
 */
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
