import type { AuditFilter, AuditPosition } from "../../ports/audit-log";
import { AUDIT_EXPORTS, type AuditExportFormat } from "../../rules/audit-export";
import { type AuditReadPorts, listAudit } from "./list-audit";

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
