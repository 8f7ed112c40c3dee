import { cookieNames, type SessionSettings } from "@/lib/auth/session-settings";

/**
 * Whether a cookie of next-auth passes both ways. Its cookie with the last callback URL is left out both ways: an odd one would make it refuse everything.
 */
export function isOwnCookie(name: string, settings: SessionSettings): boolean {
  const { session, csrf, state, nonce, pkce } = cookieNames(settings);
  const isWhole = [session, csrf, state, nonce, pkce].includes(name);
  return isWhole || name.startsWith(`${session}.`);
}

/** Whatever next-auth takes for our origin: only the path is its own. */
export function onOrigin(url: string, origin: string): string {
  const { pathname, search, hash } = new URL(url, origin);
  return `${origin}${pathname}${search}${hash}`;
}
