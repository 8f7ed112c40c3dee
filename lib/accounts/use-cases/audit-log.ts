import { idOfActor } from "@/lib/kernel/rules/actor";
import { type Page, readPage } from "@/lib/kernel/rules/page";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type { ActorNames, AuditEntry, AuditFilter, AuditLog, AuditPosition } from "../ports";
import { AUDIT_EXPORTS, type AuditExportFormat } from "../rules/audit";

/** The ports needed to read the audit log. */
interface AuditReadPorts {
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
    (page) => auditLog.list(filter, page),
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

const READ_AT_ONCE = 500;

/**
 * Exports the filtered audit log as text, newest first, page by page, so that memory does not grow with its size. The rows
 * of an entry that match the filter follow it, one line each.
 */
export async function* exportAudit(
  ports: AuditReadPorts,
  filter: AuditFilter,
  format: AuditExportFormat,
): AsyncGenerator<string> {
  const { head, line } = AUDIT_EXPORTS[format];
  if (head !== "") yield head;
  for await (const items of pagesOf(ports, filter)) {
    let text = "";
    for (const entry of items) {
      text += line(entry);
      if (entry.rowCount === 0) continue;
      yield text;
      text = "";
      const rows = pagesOf(ports, { ...filter, rowsOf: entry.id });
      for await (const page of rows) yield page.map(line).join("");
    }
    if (text !== "") yield text;
  }
}

async function* pagesOf(ports: AuditReadPorts, filter: AuditFilter) {
  let after: AuditPosition | null = null;
  do {
    const page = await listAudit(ports, filter, { after, limit: READ_AT_ONCE });
    if (page.items.length > 0) yield page.items;
    after = page.nextAfter;
  } while (after);
}

/** An actor with a readable name. */
interface NamedActor {
  /** As stored in the history and the audit log, such as `reviewer:<id>` or `sweeper`. */
  readonly actor: string;
  /** null for a part of Stagedoor, a command, or an actor that is no longer stored. */
  readonly name: string | null;
}

/**
 * Returns the distinct actors of a history or an audit log with their names. It queries the database once, or not at all if
 * there is nobody to name.
 */
export async function nameActors(
  { actorNames }: { readonly actorNames: ActorNames },
  actors: Iterable<string>,
): Promise<ReadonlyMap<string, NamedActor>> {
  const named = [...new Set(actors)].map((actor) => ({ actor, id: idOf(actor) }));
  const ids = named.flatMap(({ id }) => id ?? []);
  const names = ids.length === 0 ? null : await actorNames.namesOf(ids);
  return new Map(
    named.map(({ actor, id }) => [actor, { actor, name: (id && names?.get(id)) ?? null }]),
  );
}

/** Returns the id of a user or key; null for any other actor. */
function idOf(actor: string): string | null {
  const id = idOfActor(actor)?.toLowerCase();
  return id && isUuid(id) ? id : null;
}
