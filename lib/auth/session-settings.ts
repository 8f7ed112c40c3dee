import { hkdfSync } from "node:crypto";
import { isUuid } from "@/lib/kernel/rules/uuid";

/** The settings for sealing sessions. */
export interface SessionSettings {
  /** The secret that encrypts cookies; anyone who has it can impersonate any user. */
  readonly secret: string;
  /** Whether browsers reach the application only over HTTPS. If so, they also send the cookie only over HTTPS. */
  readonly isSecure: boolean;
}

const SECRET_BYTES = 32;
/** Separates the key of sessions from the key of sealed secrets. Changing this text would end every session. */
const PURPOSE = "stagedoor sessions of administrators, 1";

/**
 * Derives the session secret if the operator has not set one. Every machine with the same encryption key derives the same
 * secret, and the encryption key cannot be derived from it.
 */
export function deriveSessionSecret(encryptionKey: Buffer): string {
  const derived = hkdfSync("sha256", encryptionKey, Buffer.alloc(0), PURPOSE, SECRET_BYTES);
  return Buffer.from(derived).toString("base64url");
}

/**
 * Returns the names of the cookies for sign-in. They are not next-auth's own: cookies ignore the port, and a different
 * application on this host that uses next-auth would overwrite ours. Browsers accept the longer names only over HTTPS,
 * and not from a neighbouring subdomain.
 */
export function cookieNames({ isSecure }: Pick<SessionSettings, "isSecure">): {
  readonly session: string;
  readonly csrf: string;
  /** The accounts to which the browser has signed in before. */
  readonly browser: string;
  /** The OAuth state while the user is at the identity provider. */
  readonly state: string;
  readonly nonce: string;
  readonly pkce: string;
  /** The page that the user requested before they left for the identity provider. */
  readonly wanted: string;
} {
  const prefix = isSecure ? "__Host-" : "";
  return {
    session: `${prefix}stagedoor.session`,
    csrf: `${prefix}stagedoor.csrf`,
    browser: `${prefix}stagedoor.browser`,
    state: `${prefix}stagedoor.state`,
    nonce: `${prefix}stagedoor.nonce`,
    pkce: `${prefix}stagedoor.pkce`,
    wanted: `${prefix}stagedoor.wanted`,
  };
}

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

/** Returns the cookies of a request by name, decoded; if a name occurs twice, the last one counts. */
export function readCookies(headers: Pick<Headers, "get">): ReadonlyMap<string, string> {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => {
    const at = Math.max(pair.indexOf("="), 0);
    return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const;
  });
  return new Map(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
