import { cache } from "react";
import { requirePage } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { loadPageWithFile } from "@/app/load-document-page";
import { DomainError } from "@/lib/kernel/rules/errors";

/**
 * Returns a document, everything that happened to it, and the URL of its bytes; null if the document does not exist. Loaded
 * once per render.
 */
export const loadDocument = cache(async (uuid: string) => {
  const { id, role, sessionId } = await requirePage("/documents/[uuid]");
  const viewer = { kind: role, id, sessionId };
  return loadPageWithFile(getContainer().ports, viewer, uuid).catch(noneAsNull);
});

function noneAsNull(error: unknown): null {
  if (error instanceof DomainError && error.code === "staged-document-not-found") return null;
  throw error;
}
