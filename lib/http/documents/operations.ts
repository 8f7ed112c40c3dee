import { type Operation, ok } from "../core/operation";
import { pageQuery } from "../core/schemas";
import {
  EXAMPLE_CLASSIFICATION,
  EXAMPLE_CREATED,
  EXAMPLE_DELETED,
  EXAMPLE_DOCUMENT,
  EXAMPLE_ERASED,
  EXAMPLE_HISTORY,
} from "../openapi/examples";
import { eraseContentBody, moveDocumentBody } from "./cockpit-schemas";
import {
  createdStagedDocument,
  createStagedDocumentBody,
  replayedStagedDocument,
  reportedStagedDocument,
  reportStatusBody,
  stagedDocumentPage,
  stagedDocumentRecord,
  stagedDocumentsQuery,
  statusChangePage,
} from "./external-api-schemas";

const tag = "Staged documents";
const collection = "/external-api/staged-documents";
const document = `${collection}/{uuid}` as const;

/** The operations for the three phases of uploading a document. */
const PHASE_OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: collection,
    operationId: "createStagedDocument",
    tag,
    summary: "1. Create a document",
    description:
      "Returns the record and `uploadSignedUrl`. Then PUT the raw bytes to that URL, without additional headers, and wait for 200; that request does not go through this API. With an `Idempotency-Key` you can repeat the call without creating a second document.",
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
      description: "The document was created and is waiting for its upload.",
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
    summary: "2. Get a new upload URL",
    description:
      "Use this if the upload did not start in time. It works while the status is 1. The new URL writes to the same object as the previous one. Takes no body.",
    access: "documents:write",
    success: ok("The record and a new URL.", createdStagedDocument, EXAMPLE_CREATED),
    codes: ["upload-not-awaited"],
  },
  {
    method: "put",
    path: document,
    operationId: "reportStatus",
    tag,
    summary: "3. Report the result of the upload",
    description:
      "Report 2 after a successful upload, 6 after a failed one. Stagedoor checks a report of 2: the complete file must be in the object store. It is safe to repeat 2 or 6. Processors report 3 to take a document, then 4 or 5 with their results; the response to 3 contains the run and the time before which it must be settled or renewed. Reviewers report 5 or 3; 8 deletes the document.",
    access: "move-table",
    body: {
      schema: reportStatusBody,
      examples: {
        uploaded: { status: 2 },
        failed: { status: 6 },
        renewed: { status: 3, run: 1 },
        results: { status: 4, classification: EXAMPLE_CLASSIFICATION },
        processingFailed: {
          status: 4,
          failure: { code: "unreadable-pages", message: "Page 3 cannot be read." },
        },
      },
    },
    success: ok("The current record.", reportedStagedDocument, EXAMPLE_DOCUMENT),
    codes: [
      "status-not-settable",
      "invalid-transition",
      "run-ended",
      "file-not-uploaded",
      "file-empty",
      "file-too-large",
      "file-changed",
      "object-store-unavailable",
      "too-much-contention",
    ],
  },
];

/** The operations that read, move, delete and erase documents. */
const RECORD_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: collection,
    operationId: "listStagedDocuments",
    tag,
    summary: "List documents",
    description:
      "Documents that match all given filters, least recently changed first. A document that changes while you page through the list appears again at the end; no document is skipped.",
    access: "documents:read",
    query: stagedDocumentsQuery,
    sampleQuery: { assetIdentifier: "BLD-0001", status: "2" },
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
    description: "Also works for deleted documents. The response never contains an upload URL.",
    access: "documents:read",
    headers: ["If-None-Match"],
    success: {
      status: 200,
      description: "The record.",
      headers: ["ETag"],
      body: { schema: stagedDocumentRecord, example: EXAMPLE_DOCUMENT },
    },
    alsoAnswers: { 304: "The record has not changed since the ETag in `If-None-Match`." },
  },
  {
    method: "patch",
    path: document,
    operationId: "moveStagedDocument",
    tag,
    summary: "Move a document to another asset",
    description:
      "Only documents that have been uploaded and not deleted can be moved. The status does not change, and no notification is sent. It is safe to repeat this call: moving a document to its current asset changes nothing.",
    access: "documents:write",
    body: { schema: moveDocumentBody, examples: { moved: { assetIdentifier: "BLD-0002" } } },
    success: ok("The current record.", stagedDocumentRecord, {
      ...EXAMPLE_DOCUMENT,
      assetIdentifier: "BLD-0002",
    }),
    codes: ["document-not-movable", "too-much-contention"],
  },
  {
    method: "delete",
    path: document,
    operationId: "deleteStagedDocument",
    tag,
    summary: "Delete a document",
    description:
      "Cancels a document that is waiting for its upload (status 6) and deletes any other (8). It is safe to delete a deleted document again. For approved, failed and cancelled documents, the call returns 409.",
    access: "move-table",
    success: ok("The current record.", stagedDocumentRecord, EXAMPLE_DELETED),
    codes: ["invalid-transition", "too-much-contention"],
  },
  {
    method: "get",
    path: `${document}/content`,
    operationId: "getContent",
    tag,
    summary: "Download the file",
    description:
      "Redirects to a signed URL in the object store that is valid for a few minutes. Follow it without the API key.",
    access: "documents:read",
    success: {
      status: 307,
      description: "Download the file from the URL in `Location`.",
      headers: ["Location"],
    },
    codes: ["file-not-uploaded", "content-gone"],
  },
  {
    method: "post",
    path: `${document}/content-erasure`,
    operationId: "eraseContent",
    tag,
    summary: "Erase a document's content",
    description:
      "Permanently erases the file and everything read from it: text, fields and search words. Works on approved, deleted and failed documents; for others, the call returns 409. The record keeps its status, name, size and hash, and `file.erasedAt` says when the content was erased. No notification is sent. It is safe to repeat this call. Even if the object store does not respond, the file can no longer be downloaded; the hourly sweep then removes its bytes.",
    access: "documents:erase",
    body: {
      schema: eraseContentBody,
      isOptional: true,
      examples: { reason: { reason: "Erasure request 2026-114" }, none: {} },
    },
    success: ok("The record.", stagedDocumentRecord, EXAMPLE_ERASED),
    codes: ["content-not-erasable"],
  },
  {
    method: "get",
    path: `${document}/status-changes`,
    operationId: "listStatusChangesOfDocument",
    tag,
    summary: "Read a document's history",
    description: "Every status change, oldest first.",
    access: "documents:read",
    query: pageQuery,
    success: ok("A page of the history.", statusChangePage, EXAMPLE_HISTORY),
  },
];

/** All operations on documents. */
export const DOCUMENT_OPERATIONS: readonly Operation[] = [
  ...PHASE_OPERATIONS,
  ...RECORD_OPERATIONS,
];
