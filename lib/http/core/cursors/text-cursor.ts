import { fingerprint, invalidCursor } from "./list-cursor";

/**
 * Returns the cursor after the row with this text, for a list that is sorted by a single text column. It is as opaque as
 * the cursors of `writeListCursor`.
 */
export const writeTextCursor = (text: string, filter: object): string =>
  Buffer.from(`${fingerprint(text, filter)} ${text}`).toString("base64url");

/**
 * Returns the text of a cursor, or null if there is no cursor. As in `readListCursor`, the fingerprint is not a
 * signature.
 * @throws DomainError `validation-failed` at `#/cursor`
 */
export function readTextCursor(cursor: string | undefined, filter: object): string | null {
  if (cursor === undefined) return null;
  const [, text = ""] = /^\S+ (.+)$/s.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (text && !text.includes("\0") && writeTextCursor(text, filter) === cursor) return text;
  throw invalidCursor();
}
