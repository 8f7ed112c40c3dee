import { createHash, createHmac } from "node:crypto";
import canonicalize from "canonicalize";

const KEY_PREFIX = /^signkey-\w+-/;
const SIGNING_KEY = /^(?<prefix>signkey-\w+-)(?<secret>([0-9a-fA-F]{2})+)$/;

/**
 * Returns the canonical text of a JSON value as in RFC 8785: sorted keys, no whitespace. This text is signed and must be
 * sent unchanged. Undefined members are omitted.
 * @throws Error if a number is not finite or the value itself is undefined
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) {
    throw new Error("This value has no JSON text: it is undefined, a function or a symbol.");
  }
  return text;
}

/**
 * Returns the value of `x-inngest-signature` for exactly this body ("" for a request without a body), signed at `nowMs`.
 */
export function signRequest(body: string, signingKey: string, nowMs: number): string {
  const seconds = String(Math.floor(nowMs / 1000));
  return `t=${seconds}&s=${digest(body, seconds, signingKey)}`;
}

/** Returns whether the text is `signkey-<word>-` followed by an even number of hex digits. */
export function isSigningKey(text: string): boolean {
  return SIGNING_KEY.test(text);
}

/**
 * Returns the bearer token for a signing key.
 * @throws Error if it is not a signing key
 */
export function hashSigningKey(signingKey: string): string {
  const { prefix, secret } = SIGNING_KEY.exec(signingKey)?.groups ?? {};
  if (prefix === undefined || secret === undefined) {
    throw new Error("A signing key is signkey-<word>- followed by an even number of hex digits.");
  }
  return prefix + createHash("sha256").update(Buffer.from(secret, "hex")).digest("hex");
}

/** The key is used as text here. The bearer token, in contrast, is a hash of the decoded hex digits. */
function digest(body: string, seconds: string, signingKey: string): string {
  const secret = signingKey.replace(KEY_PREFIX, "");
  return createHmac("sha256", secret)
    .update(body + seconds)
    .digest("hex");
}
