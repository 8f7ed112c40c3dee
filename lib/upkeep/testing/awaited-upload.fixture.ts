import { createStagedDocument } from "@/lib/documents/use-cases/create-staged-document";
import { DomainError } from "@/lib/kernel/rules/errors";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { type InMemoryUpkeepPorts, makeUpkeepPorts } from "./in-memory-upkeep-ports";

/** The time from the creation of a document until its sweep: one hour for the URL and the grace period. */
export const UNTIL_SWEPT_SECONDS = 3_600 + 21_600;

/**
 * Creates an in-memory document; `upload` makes a PUT to its URL and must be called within the URL's lifetime of one
 * hour.
 */
export async function arrangeAwaited(ports: InMemoryUpkeepPorts = makeUpkeepPorts()) {
  const actor = anApiKeyActor();
  const input = {
    actor,
    assetIdentifier: "BLD-0001",
    name: "report.pdf",
    folder: null,
    sizeBytes: null,
  };
  const { document, uploadSignedUrl } = await createStagedDocument(ports, input);
  const upload = async (body: BodyInit) => {
    await ports.storage.fetch(uploadSignedUrl, { method: "PUT", body });
  };
  const statusNow = async () => (await ports.documents.find(document.uuid))?.status;
  return { ports, actor, uuid: document.uuid, upload, statusNow };
}

/** Returns the same ports with a store that fails for one object. */
export function failingAt(ports: InMemoryUpkeepPorts, key: string): InMemoryUpkeepPorts {
  const fail = (operation: string) => {
    if (operation === key)
      throw new DomainError("object-store-unavailable", "This object is broken.");
  };
  const { head, remove, removeAll } = ports.storage;
  return {
    ...ports,
    storage: {
      ...ports.storage,
      head: async (wanted) => {
        fail(wanted);
        return head(wanted);
      },
      remove: async (version) => {
        fail(version.key);
        await remove(version);
      },
      removeAll: async (wanted) => {
        fail(wanted);
        await removeAll(wanted);
      },
    },
  };
}
