import type { DocumentRow, SetStatus } from "@/lib/http/documents/cockpit-schemas";
import type { PageDocument } from "@/lib/http/documents/document-page-schemas";
import { callCockpit } from "../../../api/call-cockpit";
import { documentCall } from "../use-document-page";

type Identified = Pick<PageDocument, "uuid">;

/**
 * The calls that change a document. Each makes one call and throws CockpitProblem if it fails; the page then loads the
 * result.
 */
export const documentCalls = {
  /** Completes even if the user leaves the page. */
  setStatus: ({ uuid, status: seen, run }: PageDocument, status: SetStatus) =>
    callCockpit<unknown>("PUT", documentCall(uuid), {
      body: {
        status,
        ...(status === 3 || status === 5 ? { seen: { status: seen, run } } : {}),
      },
      keepalive: true,
    }),
  cancel: ({ uuid }: Identified) => callCockpit<DocumentRow>("DELETE", documentCall(uuid)),
  /** Rejected if the document is already deleted, because the note would be lost. */
  delete: ({ uuid }: Identified, note: string) =>
    callCockpit<unknown>("POST", `${documentCall(uuid)}/deletion`, { body: { note } }),
  erase: ({ uuid }: PageDocument, reason: string) =>
    callCockpit<unknown>("POST", `${documentCall(uuid)}/content-erasure`, {
      body: reason === "" ? {} : { reason },
    }),
  move: ({ uuid }: PageDocument, assetIdentifier: string) =>
    callCockpit<unknown>("PATCH", documentCall(uuid), { body: { assetIdentifier } }),
};
