import { csvField } from "@/lib/kernel/rules/csv-field";

/** The fields of an exported audit entry. */
export interface ExportedEntry {
  readonly sequence: bigint | null;
  readonly at: Date;
  readonly actor: string;
  readonly actorName: string | null;
  readonly action: string;
  readonly subject: string;
  readonly subjectName: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** The export formats. */
export const AUDIT_EXPORT_FORMATS = ["csv", "jsonl"] as const;

/** One of the formats. */
export type AuditExportFormat = (typeof AUDIT_EXPORT_FORMATS)[number];

const COLUMNS = [
  ...(["sequence", "at", "actor", "actorName", "action", "subject", "subjectName"] as const),
  ...(["address", "requestId", "before", "after"] as const),
];

/** The beginning and the content type of each export format, and the function that writes an entry. */
export const AUDIT_EXPORTS: Readonly<
  Record<AuditExportFormat, { head: string; type: string; line: (entry: ExportedEntry) => string }>
> = {
  csv: { head: `${COLUMNS.join(",")}\r\n`, type: "text/csv; charset=utf-8", line: csvLine },
  jsonl: { head: "", type: "application/jsonl; charset=utf-8", line: jsonLine },
};

function jsonLine(entry: ExportedEntry): string {
  const sequence = entry.sequence === null ? null : Number(entry.sequence);
  const { at, actor, actorName, action, subject, subjectName, address, requestId } = entry;
  const { before, after } = entry;
  const said = { actor, actorName, action, subject, subjectName, address, requestId };
  return `${JSON.stringify({ sequence, at: at.toISOString(), ...said, before, after })}\n`;
}

function csvLine(entry: ExportedEntry): string {
  return `${COLUMNS.map((column) => csvField(textOf(entry[column]))).join(",")}\r\n`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
