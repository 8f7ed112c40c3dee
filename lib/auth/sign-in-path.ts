import { ownPath } from "@/lib/accounts/rules/session";

const SIGN_IN = "/login";
/** Only the path of a URL resolved against this origin is used. */
const ANY_ORIGIN = "http://stagedoor.invalid";

/**
 * Returns the sign-in path for a user who requested this page and should return to it afterwards.
 * @param path the requested path with its query; if it is null or not one of ours, the user returns to the start page
 */
export const signInPath = (path: string | null): string => withCallback(SIGN_IN, path);

/** Returns the path for setting up a mandatory second factor and returning afterwards; `path` as for `signInPath`. */
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
