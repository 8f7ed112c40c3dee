import { isUuid } from "@/lib/kernel/rules/uuid";
import type { Page, StagedDocumentRepository } from "../ports/staged-documents";
import type { StatusChange } from "../rules/staged-document";
import { stagedDocumentNotFound } from "./get-staged-document";

/**
 * One page of a document's history, oldest first.
 * @returns `nextAfter` null when nothing more is there now
 * @throws DomainError `staged-document-not-found`
 */
export async function listStatusChanges(
  ports: { documents: StagedDocumentRepository },
  input: { uuid: string } & Page,
): Promise<{ items: readonly StatusChange[]; nextAfter: bigint | null }> {
  const { uuid, after, limit } = input;
  const found = isUuid(uuid)
    ? await ports.documents.listStatusChanges(uuid.toLowerCase(), { after, limit: limit + 1 })
    : null;
  if (!found) throw stagedDocumentNotFound(uuid);
  const items = found.slice(0, limit);
  return { items, nextAfter: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}
