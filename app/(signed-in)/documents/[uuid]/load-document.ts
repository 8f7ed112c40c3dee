import { cache } from "react";
import { requirePage } from "@/app/access/require-role";
import type { Container } from "@/app/container";
import { getContainer } from "@/app/current-container";
import { loadDocumentPage } from "@/app/load-document-page";
import { getDocumentContent } from "@/lib/documents/use-cases/staged-documents";
import { type FileUrl, renderFileUrl } from "@/lib/http/documents/cockpit-schemas";
import { DomainError } from "@/lib/kernel/rules/errors";

type Ports = Container["ports"];

/**
 * Returns a document, everything that happened to the document, and the URL of its bytes, as `GET …/file-url` returns it;
 * null if the document does not exist. Loaded once per render.
 */
export const loadDocument = cache(async (uuid: string) => {
  const { id, role, sessionId } = await requirePage("/documents/[uuid]");
  const { ports } = getContainer();
  const loading = loadDocumentPage(ports, { kind: role, id, sessionId }, uuid).catch(noneAsNull);
  const [page, file] = await Promise.all([loading, loadFileUrl(ports, uuid)]);
  return page && { page, file };
});

/**
 * Returns the URL of the document's bytes, or null if the document has none. The page itself explains why there is none.
 */
async function loadFileUrl(ports: Ports, uuid: string): Promise<FileUrl | null> {
  try {
    return renderFileUrl(await getDocumentContent(ports, uuid));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

function noneAsNull(error: unknown): null {
  if (error instanceof DomainError && error.code === "staged-document-not-found") return null;
  throw error;
}
