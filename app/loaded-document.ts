import { headers } from "next/headers";

/** Where `app/server.mjs` puts path and query of a document that a browser loads; empty for the parts that Next's router asks for. */
const DOCUMENT_HEADER = "x-stagedoor-document";

/**
 * The address of the document that a browser loads; null while the router asks for parts of a page. Layouts decide by it what
 * must be known before the HTTP status is sent: what a page throws behind its loading state comes too late for that.
 */
export async function loadedDocument(): Promise<URL | null> {
  const path = (await headers()).get(DOCUMENT_HEADER);
  return path ? new URL(path, "http://page") : null;
}
