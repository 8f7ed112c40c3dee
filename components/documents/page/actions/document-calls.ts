import type { DocumentRow, SetStatus } from "@/lib/http/documents/cockpit-schemas";
import type { SentCorrections } from "@/lib/http/documents/correction-schemas";
import type { PageDocument } from "@/lib/http/documents/document-page-schemas";
import { callAgainIfLost, callCockpit } from "../../../api/call-cockpit";
import { documentCall } from "../use-document-page";
import type { DecidedDocument, GivenDeletion } from "./decision-hold";

type Identified = Pick<PageDocument, "uuid">;

/**
 * The calls that change a document. Each throws CockpitProblem if it fails; the page then loads the result. Decisions are sent
 * again if the response is lost, so that nobody is told that an approval failed although it was saved.
 */
export const documentCalls = {
  /** Completes even if the user leaves the page. Corrections can only come with an approval. */
  setStatus: (
    { uuid, status: seen, run }: DecidedDocument,
    status: SetStatus,
    corrections?: SentCorrections,
  ) =>
    callAgainIfLost(() =>
      callCockpit<unknown>("PUT", documentCall(uuid), {
        body: {
          status,
          ...(status === 3 || status === 5 ? { seen: { status: seen, run } } : {}),
          ...(corrections ? { corrections } : {}),
        },
        keepalive: true,
      }),
    ),
  cancel: ({ uuid }: Identified) => callCockpit<DocumentRow>("DELETE", documentCall(uuid)),
  /** Completes even if the user leaves the page. */
  delete: ({ uuid, status, run }: DecidedDocument, given: GivenDeletion) =>
    callAgainIfLost(() =>
      callCockpit<unknown>("POST", `${documentCall(uuid)}/deletion`, {
        body: { ...given, seen: { status, run } },
        keepalive: true,
      }),
    ),
  erase: ({ uuid }: PageDocument, reason: string) =>
    callCockpit<unknown>("POST", `${documentCall(uuid)}/content-erasure`, {
      body: reason === "" ? {} : { reason },
    }),
  move: ({ uuid }: PageDocument, assetIdentifier: string) =>
    callCockpit<unknown>("PATCH", documentCall(uuid), { body: { assetIdentifier } }),
};
