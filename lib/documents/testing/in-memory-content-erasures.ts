import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { ContentErasures, PendingRemoval } from "../ports";
import { ERASABLE_STATUSES } from "../rules/status";
import type { InMemoryDocuments } from "./in-memory-documents";
import { withoutContent } from "./without-content";

/** In-memory erasures that meet the same contract as the PostgreSQL adapter. */
export interface InMemoryContentErasures extends ContentErasures {
  /** All audit notes, oldest first. */
  readonly notes: readonly (AuditNote & { readonly reason: string | null })[];
}

/** Creates the erasures for these documents. */
export function createInMemoryContentErasures(
  documents: InMemoryDocuments,
): InMemoryContentErasures {
  const marked = new Set<string>();
  const notes: (AuditNote & { readonly reason: string | null })[] = [];
  let pending: PendingRemoval[] = [];
  return {
    async mark({ uuid, reason, note }) {
      const document = documents.all().find((candidate) => candidate.uuid === uuid);
      if (!document || !ERASABLE_STATUSES.includes(document.status)) return false;
      if (marked.has(uuid) || document.file?.erasedAt) return false;
      marked.add(uuid);
      const { objectKey = null, versionId = null } = document.file ?? {};
      pending.push({ uuid, at: note.at, objectKey, versionId });
      notes.push({ ...note, reason });
      documents.place(withoutContent(document, documents.history, note.at));
      return true;
    },
    listPending: async (after, limit) => {
      const from = after ? pending.findIndex(({ uuid }) => uuid === after.uuid) + 1 : 0;
      return pending.slice(from, from + limit);
    },
    settle: async (settled) => {
      pending = pending.filter(({ uuid }) => uuid !== settled);
    },
    notes,
  };
}
