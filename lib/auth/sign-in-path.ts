import { ownPath } from "@/lib/accounts/rules/own-path";

const SIGN_IN = "/login";
/** Only the path is taken of what is read with it. */
const ANY_ORIGIN = "http://stagedoor.invalid";

/**
 * Where somebody signs in who asked for this page, and from where they come back to it.
 * @param path with its query, as the request named it; null or not one of our paths: they come back to the start page
 */
export function signInPath(path: string | null): string {
  const own = path?.startsWith("/") ? ownPath(path, ANY_ORIGIN) : null;
  if (own === null) return SIGN_IN;
  const url = new URL(own, ANY_ORIGIN);
  const callbackUrl = `${url.pathname}${url.search}`;
  if (callbackUrl === "/" || url.pathname === SIGN_IN) return SIGN_IN;
  return `${SIGN_IN}?${new URLSearchParams({ callbackUrl })}`;
}
