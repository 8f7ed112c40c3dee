const ANY_ORIGIN = "http://stagedoor.invalid";

/** A path of this site to go on to, whatever somebody wrote into a link; `fallback` for everything that leads elsewhere. */
export function safeDestination(given: unknown, fallback: string): string {
  if (typeof given !== "string" || !given.startsWith("/") || !URL.canParse(given, ANY_ORIGIN)) {
    return fallback;
  }
  const { origin, pathname, search, hash } = new URL(given, ANY_ORIGIN);
  // `//host` and `/\host` are other hosts to a browser, also behind a path that normalises to them.
  return origin === ANY_ORIGIN && !pathname.startsWith("//") ? pathname + search + hash : fallback;
}
