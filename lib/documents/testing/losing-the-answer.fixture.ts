import { DomainError } from "@/lib/kernel/rules/errors";
import type { StagedDocumentRepository } from "../ports";

/** Creates ports whose status changes are committed, but fail as if the database's answer had been lost. */
export function losingTheAnswer<Ports extends { documents: StagedDocumentRepository }>(
  ports: Ports,
): Ports {
  const documents: StagedDocumentRepository = {
    ...ports.documents,
    compareAndSetStatus: async (change) => {
      await ports.documents.compareAndSetStatus(change);
      throw new DomainError("database-unavailable", "The connection was lost.");
    },
  };
  return { ...ports, documents };
}
