import { ownPath } from "@/lib/accounts/rules/own-path";

const SIGN_IN = "/login";
/** Only the path is taken of what is read with it. */
const ANY_ORIGIN = "http://stagedoor.invalid";

/**
 * Where somebody signs in who asked for this page, and from where they come back to it.
 * @param path with its query, as the request named it; null or not one of our paths: they come back to the start page
 */
export const signInPath = (path: string | null): string => withCallback(SIGN_IN, path);

/** Where somebody sets up the second factor that they must have, and from where they come back; `path` as for `signInPath`. */
export const secondFactorPath = (path: string | null): string =>
  withCallback(`${SIGN_IN}/second-factor`, path);

function withCallback(page: string, path: string | null): string {
  const own = path?.startsWith("/") ? ownPath(path, ANY_ORIGIN) : null;
  if (own === null) return page;
  const url = new URL(own, ANY_ORIGIN);
  const callbackUrl = `${url.pathname}${url.search}`;
  if (callbackUrl === "/" || url.pathname.startsWith(SIGN_IN)) return page;
  return `${page}?${new URLSearchParams({ callbackUrl })}`;
}
