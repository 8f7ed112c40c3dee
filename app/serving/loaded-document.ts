import { headers } from "next/headers";

/**
 * The header in which `app/serving/server.mjs` passes the path and query of the document that a browser loads. Empty
 * for page parts that Next's router requests.
 */
const DOCUMENT_HEADER = "x-stagedoor-document";

/**
 * Returns the URL of the document that a browser loads, or null if the router requests parts of a page. Layouts use it
 * for checks that determine the HTTP status, because an error thrown by a page comes too late once its loading state has
 * been sent.
 */
export async function loadedDocument(): Promise<URL | null> {
  const path = (await headers()).get(DOCUMENT_HEADER);
  return path ? new URL(path, "http://page") : null;
}
