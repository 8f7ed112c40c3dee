/** An entry as the chain sees it: each column as PostgreSQL writes it, null where there is nothing. */
export interface AuditColumns {
  readonly id: string;
  /** Seconds since 1970 with all their decimals. */
  readonly at: string;
  readonly actor: string;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Where an entry stands in the chain. */
export interface AuditPlace {
  readonly sequence: bigint;
  readonly keyId: string;
}

/** A new encoding needs a new word. */
const VERSION = "stagedoor-audit-1";

/**
 * The text that a MAC is made of: no two different entries or places have the same one, because each part says its length and an
 * absent part differs from an empty one.
 */
export function auditText(
  { id, at, actor, address, requestId, action, subject, before, after }: AuditColumns,
  { sequence, keyId }: AuditPlace,
): string {
  const columns = [id, at, actor, address, requestId, action, subject, before, after];
  return [VERSION, keyId, String(sequence), ...columns].map(partOf).join(",");
}

const partOf = (value: string | null) => (value === null ? "-" : `${value.length}:${value}`);
