import type { DocumentRow, SetStatus } from "@/lib/http/documents/cockpit-schemas";
import type { PageDocument } from "@/lib/http/documents/document-page-schemas";
import { callCockpit } from "../../../api/call-cockpit";
import { documentCall } from "../use-document-page";

type Identified = Pick<PageDocument, "uuid">;

/** What can be done with a document; each makes one call and throws CockpitProblem. Answers are read again with the page. */
export const documentCalls = {
  /** Goes out although the page is being left. */
  setStatus: ({ uuid, status: seen, run }: PageDocument, status: SetStatus) =>
    callCockpit<unknown>("PUT", documentCall(uuid), {
      body: {
        status,
        ...(status === 3 || status === 5 ? { seen: { status: seen, run } } : {}),
      },
      keepalive: true,
    }),
  cancel: ({ uuid }: Identified) => callCockpit<DocumentRow>("DELETE", documentCall(uuid)),
  /** Refused for one that is deleted already: the note would be lost. */
  delete: ({ uuid }: Identified, note: string) =>
    callCockpit<unknown>("POST", `${documentCall(uuid)}/deletion`, { body: { note } }),
  erase: ({ uuid }: PageDocument, reason: string) =>
    callCockpit<unknown>("POST", `${documentCall(uuid)}/content-erasure`, {
      body: reason === "" ? {} : { reason },
    }),
  move: ({ uuid }: PageDocument, assetIdentifier: string) =>
    callCockpit<unknown>("PATCH", documentCall(uuid), { body: { assetIdentifier } }),
};
