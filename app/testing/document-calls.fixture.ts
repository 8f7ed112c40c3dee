import type { Status } from "@/lib/documents/rules/status";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { stagedDocumentRecord } from "@/lib/http/documents/external-api-schemas";
import type { prepareApi } from "./api.fixture";

/** Where documents are called. */
export const DOCUMENTS = "/external-api/staged-documents";

/** The calls about one document that tests of its statuses make. */
export const documentCalls = (api: ReturnType<typeof prepareApi>) => ({
  /** The uuid of a new document that is there. */
  at: async (status: Status) => (await makeDocumentAt(api.container.ports, status)).uuid,
  put: (uuid: string, body: unknown, key = api.key) =>
    api.call("PUT", `${DOCUMENTS}/${uuid}`, { key, body }),
  read: async (uuid: string) =>
    stagedDocumentRecord.parse((await api.call("GET", `${DOCUMENTS}/${uuid}`)).body),
});
