import { type Page, readPage } from "@/lib/kernel/rules/page";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type { StagedDocumentRepository } from "../ports/staged-documents";
import type { StatusChange } from "../rules/staged-document";
import { stagedDocumentNotFound } from "./get-staged-document";

/**
 * Lists one page of a document's history, oldest first.
 * @returns the page; `nextAfter` is null if there are no more changes at the moment
 * @throws DomainError `staged-document-not-found`
 */
export async function listStatusChanges(
  ports: { documents: StagedDocumentRepository },
  input: { uuid: string } & Page<bigint>,
): Promise<{ items: readonly StatusChange[]; nextAfter: bigint | null }> {
  const { uuid } = input;
  const read = async (page: Page<bigint>) => {
    const found = isUuid(uuid)
      ? await ports.documents.listStatusChanges(uuid.toLowerCase(), page)
      : null;
    if (!found) throw stagedDocumentNotFound(uuid);
    return found;
  };
  return readPage(input, read, ({ id }) => id);
}
