/** An entry as it is chained: each column as PostgreSQL prints it, null if the column is null. */
export interface AuditColumns {
  readonly id: string;
  /** Seconds since 1970, with all decimal places. */
  readonly at: string;
  readonly actor: string;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The place of an entry in the chain. */
export interface AuditPlace {
  readonly sequence: bigint;
  readonly keyId: string;
}

/** Change this word whenever the encoding changes. */
const VERSION = "stagedoor-audit-1";

/**
 * Returns the text over which the MAC is computed. No two different entries or places produce the same text, because each
 * part states its length and an absent part differs from an empty one.
 */
export function auditText(
  { id, at, actor, address, requestId, action, subject, before, after }: AuditColumns,
  { sequence, keyId }: AuditPlace,
): string {
  const columns = [id, at, actor, address, requestId, action, subject, before, after];
  return [VERSION, keyId, String(sequence), ...columns].map(partOf).join(",");
}

/** A row of an entry as its digest covers it: each column as PostgreSQL prints it, null if the column is null. */
export interface AuditRowColumns {
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Returns the text of a row. The digest of an entry is the SHA-256 of the texts of its rows, one per line; PostgreSQL
 * computes it when it writes the rows.
 */
export const auditRowText = ({ subject, before, after }: AuditRowColumns): string =>
  [subject, before, after].map(bytesPartOf).join(",");

const bytesPartOf = (value: string | null) =>
  value === null ? "-" : `${Buffer.byteLength(value)}:${value}`;

const partOf = (value: string | null) => (value === null ? "-" : `${value.length}:${value}`);
