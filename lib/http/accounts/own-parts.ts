import { cookieNames, type SessionSettings } from "@/lib/auth/session-settings";

/**
 * Whether a next-auth cookie passes in both directions. The cookie with the last callback URL is dropped in both: a bad value would make next-auth reject
 * everything.
 */
export function isOwnCookie(name: string, settings: SessionSettings): boolean {
  const { session, csrf, state, nonce, pkce } = cookieNames(settings);
  const isWhole = [session, csrf, state, nonce, pkce].includes(name);
  return isWhole || name.startsWith(`${session}.`);
}

/** Ignores what next-auth takes for our origin: only the path counts. */
export function onOrigin(url: string, origin: string): string {
  const { pathname, search, hash } = new URL(url, origin);
  return `${origin}${pathname}${search}${hash}`;
}
