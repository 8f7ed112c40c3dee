import { cookieNames, type SessionSettings } from "@/lib/auth/session-settings";

/**
 * Returns whether a cookie of next-auth is passed on, both in requests and in responses. The cookie with the last
 * callback URL is not passed on, because a bad value would make next-auth reject every request.
 */
export function isOwnCookie(name: string, settings: SessionSettings): boolean {
  const { session, csrf, state, nonce, pkce } = cookieNames(settings);
  const isWhole = [session, csrf, state, nonce, pkce].includes(name);
  return isWhole || name.startsWith(`${session}.`);
}

/** Moves a URL to our origin: only its path and query are used, and the origin that next-auth set is ignored. */
export function onOrigin(url: string, origin: string): string {
  const { pathname, search, hash } = new URL(url, origin);
  return `${origin}${pathname}${search}${hash}`;
}
