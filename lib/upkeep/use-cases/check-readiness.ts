import type { ObjectStorage } from "@/lib/documents/ports/object-storage";
import type { StagedDocumentRepository } from "@/lib/documents/ports/staged-documents";

/** Whether one outside part answers. */
export type PartState = "ok" | "unavailable";

/** What was found; `failures` are for the log. */
export interface Readiness {
  readonly isReady: boolean;
  readonly parts: { readonly database: PartState; readonly objectStore: PartState };
  readonly failures: readonly unknown[];
}

/** Asks every outside part at once whether it answers; never rejects. */
export async function checkReadiness(ports: {
  documents: StagedDocumentRepository;
  storage: ObjectStorage;
}): Promise<Readiness> {
  const [database, objectStore] = await Promise.allSettled([
    ports.documents.checkReachable(),
    ports.storage.checkReachable(),
  ]);
  const failures = [database, objectStore].filter((result) => result.status === "rejected");
  return {
    isReady: failures.length === 0,
    parts: { database: stateOf(database), objectStore: stateOf(objectStore) },
    failures: failures.map(({ reason }) => reason),
  };
}

const stateOf = ({ status }: PromiseSettledResult<void>): PartState =>
  status === "fulfilled" ? "ok" : "unavailable";
