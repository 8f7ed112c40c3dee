import { isUuid } from "@/lib/kernel/rules/uuid";

/** Everything that a cookie contains; all other data is read from the database each time. */
export interface SessionClaims extends Record<string, unknown> {
  /** The user's id. */
  readonly sub: string;
  /** The session's id. */
  readonly sid: string;
}

/** Returns the session claims of a decrypted cookie; null if it has none, such as a cookie from before version 0.2. */
export function readClaims(token: Record<string, unknown> | null): SessionClaims | null {
  const { sub, sid } = token ?? {};
  return typeof sub === "string" && isUuid(sub) && typeof sid === "string" && isUuid(sid)
    ? { sub, sid }
    : null;
}
