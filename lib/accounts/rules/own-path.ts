/**
 * Returns the path, query and fragment of an address within this application, or null for anything else. An address that
 * browsers would resolve to a different host is rejected, however it is written.
 * @param text absolute, or a path with a leading slash
 */
export function ownPath(text: string, origin: string): string | null {
  if (!text.startsWith("/") && !/^https?:\/\//i.test(text)) return null;
  if (!URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // A relative address that starts with two slashes names a host.
  return url.origin === new URL(origin).origin && !path.startsWith("//") ? path : null;
}
