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
const VERSION = "stagedoor-audit-head-1";

const FORMAT = new RegExp(`^(${VERSION} (\\d{1,19}):([\\da-f]*) (\\S+) (\\S+)) ([\\da-f]+)$`);

/** Returns the text over which the seal is computed. */
export const sealedText = ({ keyId, at, ...head }: SealedHead): string =>
  `${VERSION} ${headText(head)} ${keyId} ${at.toISOString()}`;

/** Reads the content of the object; null if it was not written by us. Does not check the seal. */
export function parseSealedHead(
  content: string,
): { readonly head: SealedHead; readonly text: string; readonly seal: Buffer } | null {
  const [, text, sequence, mac, keyId, time, seal] = FORMAT.exec(content.trim()) ?? [];
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
