import { fingerprint } from "./list-cursor";
import { validationFailed } from "./read-json-body";

/** The cursor of a list that is ordered by one text, behind the row with that text: as opaque as `writeListCursor`'s. */
export const writeTextCursor = (text: string, filter: object): string =>
  Buffer.from(`${fingerprint(text, filter)} ${text}`).toString("base64url");

/**
 * The text of a cursor; null without one. What `readListCursor` says of its fingerprint holds here, too.
 * @throws DomainError `validation-failed` at `#/cursor`
 */
export function readTextCursor(cursor: string | undefined, filter: object): string | null {
  if (cursor === undefined) return null;
  const [, text = ""] = /^\S+ (.+)$/s.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (text && !text.includes("\0") && writeTextCursor(text, filter) === cursor) return text;
  const message = "is not a cursor that this list gave out for these filters; begin without one";
  throw validationFailed([{ code: "custom", path: ["cursor"], message }]);
}
