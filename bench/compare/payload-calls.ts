import { formatRequest, type LoadRequest } from "../load/generate-load";
import type { Side } from "./side";
import { readInTurns } from "./stagedoor-calls";
import { makeUploads, type UploadSource } from "./upload-stock";

/** The settings that the calls to a Payload server need. */
export interface PayloadServer
  extends Pick<UploadSource, "port" | "objectStorePort" | "settle" | "signal"> {
  readonly apiKey: string;
}

const DOCUMENTS = "/api/documents";
const READABLE = 400;
const FIRST_REPORTED_STATUS = 2;

/**
 * Creates Payload's three calls over its REST API. In Payload, a status is a plain number. Each report sets the status of
 * one of a few documents to the next number, so every report is a change that triggers a notification, as in the product.
 */
export async function createPayloadCalls(server: PayloadServer): Promise<Side["calls"]> {
  const headers = { Authorization: `systems API-Key ${server.apiKey}` };
  const { port } = server;
  const send = (method: string, path: string, body?: unknown) =>
    formatRequest({ method, path, port, headers, body });
  const create = (name: string): LoadRequest => ({
    bytes: send("POST", DOCUMENTS, { assetIdentifier: "BLD-0001", name }),
    change: { uuid: null, status: 1 },
  });
  const uploads: UploadSource = {
    ...server,
    create,
    expectedStatus: 201,
    read: (answer) => {
      const { doc } = JSON.parse(answer);
      return { uuid: doc.id, uploadSignedUrl: doc.uploadSignedUrl };
    },
  };
  const ids = await makeUploads(uploads, READABLE);
  let reports = 0;
  const report = (query: string) => () => {
    const id = ids[reports % ids.length] ?? "";
    const status = FIRST_REPORTED_STATUS + Math.floor(reports / ids.length);
    reports += 1;
    const bytes = send("PATCH", `${DOCUMENTS}/${id}${query}`, { status });
    return { bytes, change: { uuid: id, status } };
  };
  return {
    create: { expectedStatus: 201, next: () => create("document.pdf") },
    report: { expectedStatus: 200, next: report("") },
    verifiedReport: { expectedStatus: 200, next: report("?verify=1") },
    read: readInTurns(ids, (id) => ({ bytes: send("GET", `${DOCUMENTS}/${id}`), change: null })),
  };
}
