/**
 * Path, query and fragment of an address of this application, or null for everything else: an address that browsers would read
 * as another host is rejected, however it is spelled.
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
