import { cache } from "react";
import { getContainer } from "@/app/container";
import { loadDocumentPage } from "@/app/load-document-page";
import { requireRole } from "@/app/require-role";
import { DomainError } from "@/lib/kernel/rules/errors";

/** Loads a document with its history, once per render; null if it does not exist. */
export const loadDocument = cache(async (uuid: string) => {
  const { id, role } = await requireRole("reader");
  const { ports } = getContainer();
  return loadDocumentPage(ports, { kind: role, id }, uuid).catch(noneAsNull);
});

function noneAsNull(error: unknown): null {
  if (error instanceof DomainError && error.code === "staged-document-not-found") return null;
  throw error;
}
