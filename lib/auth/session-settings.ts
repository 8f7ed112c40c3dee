import { hkdfSync } from "node:crypto";

/** How sessions are sealed. */
export interface SessionSettings {
  /** What cookies are encrypted with; whoever has it can be anyone. */
  readonly secret: string;
  /** Whether browsers reach the application by https alone, so that they may send the cookie nowhere else. */
  readonly isSecure: boolean;
}

const SECRET_BYTES = 32;
/** Keeps the key of sessions apart from the key of sealed secrets. A changed text would end every session. */
const PURPOSE = "stagedoor sessions of administrators, 1";

/** The secret of sessions where the operator set none: the same on every machine with that key, and no way back to the key. */
export function deriveSessionSecret(encryptionKey: Buffer): string {
  const derived = hkdfSync("sha256", encryptionKey, Buffer.alloc(0), PURPOSE, SECRET_BYTES);
  return Buffer.from(derived).toString("base64url");
}

/**
 * The cookies that sign-in works with. Not next-auth's own names: cookies know no port, and another application on this machine
 * that uses it would overwrite ours. Browsers take the longer names from https only, and from no neighbouring subdomain.
 */
export function cookieNames({ isSecure }: Pick<SessionSettings, "isSecure">): {
  readonly session: string;
  readonly csrf: string;
  /** Which accounts the browser has signed in to before. */
  readonly browser: string;
  /** Between leaving for the identity provider and coming back. */
  readonly state: string;
  readonly nonce: string;
  readonly pkce: string;
  /** Where somebody wanted to go who left for the identity provider. */
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
