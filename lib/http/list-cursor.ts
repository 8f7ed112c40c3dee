import { createHash } from "node:crypto";
import { isUuid } from "../domain/uuid";
import type { DocumentFilter, DocumentPosition } from "../ports/document-list";
import { validationFailed } from "./read-json-body";

const FINGERPRINT_BYTES = 8;

/** The cursor of a list behind a document: opaque, and good for the same filters only. */
export function writeListCursor(position: DocumentPosition, filter: DocumentFilter): string {
  const text = `${position.updatedAt.getTime()} ${position.uuid}`;
  return Buffer.from(`${text} ${fingerprint(text, filter)}`).toString("base64url");
}

/**
 * The position of a cursor. Its fingerprint finds damage and other filters; it is no signature, and need not be:
 * whoever makes one up gets a position in a list that the key may read anyway.
 * @throws DomainError `validation-failed` at `#/cursor`
 */
export function readListCursor(cursor: string, filter: DocumentFilter): DocumentPosition {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [, time = "", uuid = ""] = /^(\d{1,15}) (\S+) [0-9a-f]+$/.exec(text) ?? [];
  const position = { updatedAt: new Date(Number(time)), uuid };
  if (isUuid(uuid) && writeListCursor(position, filter) === cursor) return position;
  const message = "is not a cursor that this list gave out for these filters; begin without one";
  throw validationFailed([{ code: "custom", path: ["cursor"], message }]);
}

function fingerprint(position: string, filter: DocumentFilter): string {
  const { assetIdentifier, status, updatedSince } = filter;
  return createHash("sha256")
    .update(JSON.stringify([position, assetIdentifier, status, updatedSince]))
    .digest("hex")
    .slice(0, FINGERPRINT_BYTES * 2);
}
