import type { Status } from "@/lib/documents/rules/status";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { stagedDocumentRecord } from "@/lib/http/documents/external-api-schemas";
import type { prepareApi } from "./api.fixture";

/** The path of the external API's documents. */
export const DOCUMENTS = "/external-api/staged-documents";

/** Returns functions that make calls about one document, for tests of its statuses. */
export const documentCalls = (api: ReturnType<typeof prepareApi>) => ({
  /** Creates a document with this status and returns its uuid. */
  at: async (status: Status) => (await makeDocumentAt(api.container.ports, status)).uuid,
  put: (uuid: string, body: unknown, key = api.key) =>
    api.call("PUT", `${DOCUMENTS}/${uuid}`, { key, body }),
  read: async (uuid: string) =>
    stagedDocumentRecord.parse((await api.call("GET", `${DOCUMENTS}/${uuid}`)).body),
});
