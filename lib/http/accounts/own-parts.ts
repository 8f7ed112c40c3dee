import { cookieNames, type SessionSettings } from "@/lib/auth/session-settings";

/**
 * Returns whether a next-auth cookie is passed on, in either direction. The cookie with the last callback URL is not,
 * because a bad value would make next-auth reject everything.
 */
export function isOwnCookie(name: string, settings: SessionSettings): boolean {
  const { session, csrf, state, nonce, pkce } = cookieNames(settings);
  const isWhole = [session, csrf, state, nonce, pkce].includes(name);
  return isWhole || name.startsWith(`${session}.`);
}

/** Moves a URL to our origin. Only its path is used, and the origin that next-auth set is ignored. */
export function onOrigin(url: string, origin: string): string {
  const { pathname, search, hash } = new URL(url, origin);
  return `${origin}${pathname}${search}${hash}`;
}
