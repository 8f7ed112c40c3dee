import { isUuid } from "@/lib/kernel/rules/uuid";

/** All that a cookie says; everything else is read from the database each time. */
export interface SessionClaims extends Record<string, unknown> {
  /** The user's id. */
  readonly sub: string;
  /** The session's id. */
  readonly sid: string;
}

/** What a decrypted cookie says of a session; null: nothing, as one of a version before 0.2. */
export function readClaims(token: Record<string, unknown> | null): SessionClaims | null {
  const { sub, sid } = token ?? {};
  return typeof sub === "string" && isUuid(sub) && typeof sid === "string" && isUuid(sid)
    ? { sub, sid }
    : null;
}
