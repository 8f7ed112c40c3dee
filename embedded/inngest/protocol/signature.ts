import { createHash, createHmac } from "node:crypto";
import canonicalize from "canonicalize";

const KEY_PREFIX = /^signkey-\w+-/;
const SIGNING_KEY = /^(?<prefix>signkey-\w+-)(?<secret>([0-9a-fA-F]{2})+)$/;

/**
 * The one text of a JSON value by RFC 8785: sorted keys, no white space. It is what is signed, and must be what is sent.
 * Members that are undefined are left out. Throws for numbers that are not finite and for undefined itself.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) {
    throw new Error("This value has no JSON text: it is undefined, a function or a symbol.");
  }
  return text;
}

/** The value of `x-inngest-signature` for exactly this body text ("" for a request without a body), made at `nowMs`. */
export function signRequest(body: string, signingKey: string, nowMs: number): string {
  const seconds = String(Math.floor(nowMs / 1000));
  return `t=${seconds}&s=${digest(body, seconds, signingKey)}`;
}

/** Whether it is `signkey-<word>-` followed by an even number of hex digits. */
export function isSigningKey(text: string): boolean {
  return SIGNING_KEY.test(text);
}

/** The bearer token that stands for a signing key. Throws when it is none. */
export function hashSigningKey(signingKey: string): string {
  const { prefix, secret } = SIGNING_KEY.exec(signingKey)?.groups ?? {};
  if (prefix === undefined || secret === undefined) {
    throw new Error("A signing key is signkey-<word>- followed by an even number of hex digits.");
  }
  return prefix + createHash("sha256").update(Buffer.from(secret, "hex")).digest("hex");
}

/** The key is used as text here; only its bearer hash decodes the hex digits. */
function digest(body: string, seconds: string, signingKey: string): string {
  const secret = signingKey.replace(KEY_PREFIX, "");
  return createHmac("sha256", secret)
    .update(body + seconds)
    .digest("hex");
}
