import { STATUS } from "@/lib/documents/rules/status";
import { formatRequest } from "./http-request";
import type { LoadRequest } from "./load-request";

const DOCUMENTS = "/external-api/staged-documents";

/** Creates the external API's calls for a client with an API key. */
export function createStagedoorRequests({ port, apiKey }: { port: number; apiKey: string }) {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const send = (method: string, path: string, body?: unknown) =>
    formatRequest({ method, path, port, headers, body });
  const report = (uuid: string, status: number): LoadRequest => ({
    bytes: send("PUT", `${DOCUMENTS}/${uuid}`, { status }),
    change: { uuid, status },
  });
  return {
    create: (name: string): LoadRequest => ({
      bytes: send("POST", DOCUMENTS, { assetIdentifier: "BLD-0001", name }),
      change: { uuid: null, status: STATUS.waitingForUpload },
    }),
    reportSuccess: (uuid: string) => report(uuid, STATUS.uploadSuccessful),
    /** A failed upload can be reported without a file in the object store. */
    reportFailure: (uuid: string) => report(uuid, STATUS.uploadFailed),
    read: (uuid: string): LoadRequest => ({
      bytes: send("GET", `${DOCUMENTS}/${uuid}`),
      change: null,
    }),
  };
}
