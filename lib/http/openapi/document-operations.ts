import { pageQuery } from "../core/schemas";
import {
  createdStagedDocument,
  createStagedDocumentBody,
  replayedStagedDocument,
  reportStatusBody,
  stagedDocumentPage,
  stagedDocumentRecord,
  stagedDocumentsQuery,
  statusChangePage,
} from "../documents/external-api-schemas";
import {
  EXAMPLE_CLASSIFICATION,
  EXAMPLE_CREATED,
  EXAMPLE_DELETED,
  EXAMPLE_DOCUMENT,
  EXAMPLE_HISTORY,
} from "./examples";
import { type Operation, ok } from "./operation";

const tag = "Staged documents";
const collection = "/external-api/staged-documents";
const document = `${collection}/{uuid}` as const;

/** The three phases of a document. */
const PHASE_OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: collection,
    operationId: "createStagedDocument",
    tag,
    summary: "1. Announce a document",
    description:
      "Answers the record and `uploadSignedUrl`. Phase 2 is no call of this API: PUT the raw bytes to that URL, with no other header, and wait for 200. With an `Idempotency-Key` the call can be repeated without making a second document.",
    access: "documents:write",
    headers: ["Idempotency-Key"],
    body: {
      schema: createStagedDocumentBody,
      examples: {
        document: { assetIdentifier: EXAMPLE_CREATED.assetIdentifier, name: EXAMPLE_CREATED.name },
      },
    },
    success: {
      status: 201,
      description: "It waits for its upload.",
      body: { schema: replayedStagedDocument, example: EXAMPLE_CREATED },
      headers: ["Location", "Idempotency-Replayed"],
    },
    codes: ["idempotency-key-reused", "too-much-contention"],
  },
  {
    method: "post",
    path: `${document}/upload-url`,
    operationId: "renewUploadUrl",
    tag,
    summary: "2. Get a fresh upload URL",
    description:
      "For an upload that did not begin in time, while the status is 1. It writes to the same place as the URL before. Takes no body.",
    access: "documents:write",
    success: ok("The record and a fresh URL.", createdStagedDocument, EXAMPLE_CREATED),
    codes: ["upload-not-awaited"],
  },
  {
    method: "put",
    path: document,
    operationId: "reportStatus",
    tag,
    summary: "3. Report how it went",
    description:
      "Status 2 after a successful upload, 6 after a failed one. Report 2 is checked: the file must be in the object store and complete. To report 2 or 6 again is harmless. Processors report 3, then 4 or 5 with what they found; reviewers report 5 or 3; 8 deletes.",
    access: "move-table",
    body: {
      schema: reportStatusBody,
      examples: {
        uploaded: { status: 2 },
        failed: { status: 6 },
        results: { status: 4, classification: EXAMPLE_CLASSIFICATION },
        processingFailed: {
          status: 4,
          failure: { code: "unreadable-pages", message: "Page 3 cannot be read." },
        },
      },
    },
    success: ok("The record as it is now.", stagedDocumentRecord, EXAMPLE_DOCUMENT),
    codes: [
      "status-not-settable",
      "invalid-transition",
      "file-not-uploaded",
      "file-empty",
      "file-too-large",
      "file-changed",
      "object-store-unavailable",
      "too-much-contention",
    ],
  },
];

/** What is known of documents, and their end. */
const RECORD_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: collection,
    operationId: "listStagedDocuments",
    tag,
    summary: "List documents",
    description:
      "All documents, or those that every given filter fits, the ones that changed longest ago first. One that changes while you page comes again at the end, and none is left out.",
    access: "documents:read",
    query: stagedDocumentsQuery,
    success: ok("A page of the list.", stagedDocumentPage, {
      items: [EXAMPLE_DOCUMENT],
      nextCursor: null,
    }),
  },
  {
    method: "get",
    path: document,
    operationId: "getStagedDocument",
    tag,
    summary: "Read a document",
    description: "Also when it is deleted. Never holds the right to upload.",
    access: "documents:read",
    headers: ["If-None-Match"],
    success: {
      status: 200,
      description: "The record.",
      headers: ["ETag"],
      body: { schema: stagedDocumentRecord, example: EXAMPLE_DOCUMENT },
    },
    alsoAnswers: { 304: "It is still what the ETag in `If-None-Match` names." },
  },
  {
    method: "delete",
    path: document,
    operationId: "deleteStagedDocument",
    tag,
    summary: "Delete a document",
    description:
      "Cancels one that waits for its upload (status 6) and deletes others (8). To delete a deleted one again is harmless; approved, failed and cancelled ones answer 409.",
    access: "move-table",
    success: ok("The record as it is now.", stagedDocumentRecord, EXAMPLE_DELETED),
    codes: ["invalid-transition", "too-much-contention"],
  },
  {
    method: "get",
    path: `${document}/content`,
    operationId: "getContent",
    tag,
    summary: "Download the file",
    description:
      "Redirects to a signed address in the object store that is valid for minutes. Follow it without the API key.",
    access: "documents:read",
    success: { status: 307, description: "The bytes are there.", headers: ["Location"] },
    codes: ["file-not-uploaded", "content-gone"],
  },
  {
    method: "get",
    path: `${document}/status-changes`,
    operationId: "listStatusChangesOfDocument",
    tag,
    summary: "Read a document's history",
    description: "Every change of its status, oldest first.",
    access: "documents:read",
    query: pageQuery,
    success: ok("A page of the history.", statusChangePage, EXAMPLE_HISTORY),
  },
];

/** Every call that is about documents. */
export const DOCUMENT_OPERATIONS: readonly Operation[] = [
  ...PHASE_OPERATIONS,
  ...RECORD_OPERATIONS,
];
