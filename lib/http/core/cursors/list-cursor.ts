import { createHash } from "node:crypto";
import { isUuid } from "@/lib/kernel/rules/uuid";
import { validationFailed } from "../requests/read-json-body";

const FINGERPRINT_BYTES = 8;

/** The position of a row in a list that is ordered by a time and then by a UUID, or before these by a tier. */
export interface ListPosition {
  readonly time: Date;
  readonly uuid: string;
  /** One digit. */
  readonly tier?: number;
}

/** Returns the cursor after a row of a list. It is opaque, and valid only for the same list and filters. */
export function writeListCursor(position: ListPosition, filter: object): string {
  const place = `${position.time.getTime()} ${position.uuid}`;
  const text = position.tier === undefined ? place : `${place} ${position.tier}`;
  return Buffer.from(`${text} ${fingerprint(text, filter)}`).toString("base64url");
}

/**
 * Returns the position of a cursor, or null if there is no cursor. The fingerprint detects damage and different filters.
 * It is not a signature and does not need to be, because a forged cursor is only a position in a list that the key may
 * read anyway.
 * @throws DomainError `validation-failed` at `#/cursor`
 */
export function readListCursor(cursor: string | undefined, filter: object): ListPosition | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [, time = "", uuid = "", tier] = /^(\d{1,15}) (\S+)(?: (\d))? [0-9a-f]+$/.exec(text) ?? [];
  const position = {
    time: new Date(Number(time)),
    uuid,
    ...(tier === undefined ? {} : { tier: Number(tier) }),
  };
  if (isUuid(uuid) && writeListCursor(position, filter) === cursor) return position;
  throw invalidCursor();
}

/** Returns the error for a cursor that a list did not return for the same filters. */
export function invalidCursor() {
  const message =
    "is not a cursor that this list returned for these filters; start without a cursor";
  return validationFailed([{ code: "custom", path: ["cursor"], message }]);
}

/**
 * Returns the digest of a position and its filters, whose order does not matter. Their names differ between lists, so a
 * cursor of one list is not valid for another.
 */
export function fingerprint(position: string, filter: object): string {
  const filters = Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([position, filters]))
    .digest("hex")
    .slice(0, FINGERPRINT_BYTES * 2);
}
