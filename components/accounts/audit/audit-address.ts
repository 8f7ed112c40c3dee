/** The filters on the audit page, as they appear in its URL. */
export interface AuditChoice {
  readonly who: string;
  readonly action: string;
  readonly subject: string;
  /** The id of an entry whose rows are listed. */
  readonly rowsOf: string;
  /** `from` and `to` are dates such as 2026-03-01. */
  readonly from: string;
  readonly to: string;
}

/** The path of the audit page. */
export const AUDIT_PATH = "/administration/audit";

const EXPORT_PATH = "/api/cockpit/audit/export";

/** Reads the filters from a URL's query; a missing filter is empty. */
export function readAuditChoice(
  query: Readonly<Record<string, string | string[] | undefined>>,
): AuditChoice {
  const textOf = (name: keyof AuditChoice) => {
    const value = query[name];
    return typeof value === "string" ? value.trim() : "";
  };
  return {
    who: textOf("who"),
    action: textOf("action"),
    subject: textOf("subject"),
    rowsOf: textOf("rowsOf"),
    from: textOf("from"),
    to: textOf("to"),
  };
}

/** Whether any filter is set. */
export const isFiltered = (choice: AuditChoice) =>
  Object.values(choice).some((value) => value !== "");

/** Returns the URL of the page with these filters, starting after a cursor. */
export const auditAddress = (choice: Partial<AuditChoice>, cursor: string | null = null) =>
  addressOf(AUDIT_PATH, { ...choice, ...(cursor === null ? {} : { cursor }) });

/** Returns the URL of an export with these filters. */
export const exportAddress = (choice: AuditChoice, format: "csv" | "jsonl") =>
  addressOf(EXPORT_PATH, { ...choice, format });

function addressOf(path: string, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  return query.size === 0 ? path : `${path}?${query}`;
}
