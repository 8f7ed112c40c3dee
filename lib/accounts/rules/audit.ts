import { csvField } from "@/lib/kernel/rules/csv";

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
  "sequence",
  "at",
  "actor",
  "actorName",
  "action",
  "subject",
  "subjectName",
  "address",
  "requestId",
  "before",
  "after",
] as const;

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

/** A fault in the audit chain. */
export type AuditFault =
  | { readonly kind: "changed" | "repeated"; readonly sequence: bigint; readonly id: string }
  /** The entry is at `sequence` but was chained at `belongsAt`. */
  | {
      readonly kind: "moved";
      readonly sequence: bigint;
      readonly id: string;
      readonly belongsAt: bigint;
    }
  /** The rows of the entry are not those that it was written with. */
  | { readonly kind: "rows-changed"; readonly sequence: bigint; readonly id: string }
  | { readonly kind: "missing"; readonly from: bigint; readonly to: bigint }
  | {
      readonly kind: "unknown-key";
      readonly keyId: string;
      readonly from: bigint;
      readonly to: bigint;
    }
  /** An older key was used after the current one, possibly by somebody who only has the older key. */
  | { readonly kind: "older-key"; readonly sequence: bigint; readonly id: string }
  /** The chain differs from a head: the one that was given, or the one that is sealed in the object store. */
  | {
      readonly kind: "other-head" | "cut-off";
      readonly sequence: bigint;
      readonly isSealed: boolean;
    }
  /** The sealed head could not be compared with the chain. */
  | { readonly kind: "sealed-head-damaged" }
  | { readonly kind: "sealed-head-unreadable"; readonly cause: unknown }
  | { readonly kind: "sealed-head-unknown-key"; readonly keyId: string };

/**
 * The newest entry of the chain. Comparing it with a copy kept elsewhere shows whether entries at the end were removed.
 */
export interface AuditHead {
  readonly sequence: bigint;
  readonly mac: Buffer;
}

/** A head that is kept in the object store. The sequence 0 with an empty MAC is the head of an empty chain. */
export interface SealedHead extends AuditHead {
  /** The key that the seal was computed with. */
  readonly keyId: string;
  /** When it was written. */
  readonly at: Date;
}

/** The head of a chain without entries. */
export const EMPTY_HEAD: AuditHead = { sequence: 0n, mac: Buffer.alloc(0) };

/** Returns whether both are the same place of the same chain. */
export const isSameHead = (one: AuditHead, other: AuditHead): boolean =>
  one.sequence === other.sequence && one.mac.equals(other.mac);

/** Returns a head as the log, the commands and the audit log show it. */
export const headText = ({ sequence, mac }: AuditHead): string =>
  `${sequence}:${mac.toString("hex")}`;

/** Change this word whenever the format changes. No entry's text begins with it, so no entry's MAC is a seal. */
const SEALED_HEAD_VERSION = "stagedoor-audit-head-1";

const SEALED_HEAD = new RegExp(
  `^(${SEALED_HEAD_VERSION} (\\d{1,19}):([\\da-f]*) (\\S+) (\\S+)) ([\\da-f]+)$`,
);

/** Returns the text over which the seal is computed. */
export const sealedText = ({ keyId, at, ...head }: SealedHead): string =>
  `${SEALED_HEAD_VERSION} ${headText(head)} ${keyId} ${at.toISOString()}`;

/** Reads the content of the object; null if it was not written by us. Does not check the seal. */
export function parseSealedHead(
  content: string,
): { readonly head: SealedHead; readonly text: string; readonly seal: Buffer } | null {
  const [, text, sequence, mac, keyId, time, seal] = SEALED_HEAD.exec(content.trim()) ?? [];
  const at = new Date(time ?? Number.NaN);
  if (text === undefined || sequence === undefined || keyId === undefined) return null;
  if (seal === undefined || Number.isNaN(at.getTime())) return null;
  const head = {
    sequence: BigInt(sequence),
    mac: Buffer.from(mac ?? "", "hex"),
    keyId,
    at,
  };
  return { head, text, seal: Buffer.from(seal, "hex") };
}
