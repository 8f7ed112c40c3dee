import type { AuditFilter, AuditPosition } from "../../ports/audit-log";
import { AUDIT_EXPORTS, type AuditExportFormat } from "../../rules/audit-export";
import { type AuditReadPorts, listAudit } from "./list-audit";

const READ_AT_ONCE = 500;

/** Exports the filtered audit log as text, newest first, page by page, so that memory does not grow with its size. */
export async function* exportAudit(
  ports: AuditReadPorts,
  filter: AuditFilter,
  format: AuditExportFormat,
): AsyncGenerator<string> {
  const { head, line } = AUDIT_EXPORTS[format];
  let text = head;
  let after: AuditPosition | null = null;
  do {
    const page = await listAudit(ports, filter, { after, limit: READ_AT_ONCE });
    text += page.items.map(line).join("");
    if (text !== "") yield text;
    text = "";
    after = page.nextAfter;
  } while (after);
}
