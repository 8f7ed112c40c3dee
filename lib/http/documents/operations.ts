import type { z } from "zod";
import { type DeclaredOperations, EXAMPLE_ORIGIN, ok } from "../core/operation";
import { pageQuery } from "../core/schemas";
import { eraseContentBody, moveDocumentBody } from "./cockpit-schemas";
import {
  createdStagedDocument,
  createStagedDocumentBody,
  deletionQuery,
  lifecycleTables,
  replayedStagedDocument,
  reportedStagedDocument,
  reportStatusBody,
  stagedDocumentPage,
  stagedDocumentRecord,
  stagedDocumentsQuery,
  statusChangePage,
  statusFeedPage,
  statusFeedQuery,
} from "./external-api-schemas";
import { renderLifecycle } from "./external-api-serializers";
import type { classification } from "./result-schemas";

const uuid = "019aa2f3-7c31-7a4e-9d0b-3f2a1c5e8b74";
const url = `${EXAMPLE_ORIGIN}/external-api/staged-documents/${uuid}`;
const createdAt = "2026-11-20T09:15:00.000Z";
const reportedAt = "2026-11-20T09:15:04.210Z";

/** A document whose file has been uploaded and reported. */
export const EXAMPLE_DOCUMENT: z.infer<typeof stagedDocumentRecord> = {
  uuid,
  assetIdentifier: "BLD-0001",
  name: "lease.pdf",
  status: 2,
  statusName: "upload_successful",
  url,
  uploadExpiresAt: null,
  createdAt,
  updatedAt: reportedAt,
  file: {
    size: 184_320,
    contentType: "application/pdf",
    sha256: null,
    verifiedAt: reportedAt,
  },
  duplicateOf: null,
  classification: null,
  failure: null,
  deletion: null,
};

/** The same document while it is waiting for its upload. */
const EXAMPLE_CREATED: z.infer<typeof createdStagedDocument> = {
  ...EXAMPLE_DOCUMENT,
  status: 1,
  statusName: "waiting_for_upload",
  uploadExpiresAt: "2026-11-20T10:15:00.000Z",
  updatedAt: createdAt,
  file: null,
  uploadSignedUrl: `https://objects.example.com/stagedoor/uploads/${uuid}?X-Amz-Expires=3600&X-Amz-Signature=0c8e6f`,
};

/** The same document after it was deleted. */
const EXAMPLE_DELETED: z.infer<typeof stagedDocumentRecord> = {
  ...EXAMPLE_DOCUMENT,
  status: 8,
  statusName: "deleted",
  updatedAt: "2026-11-20T11:00:00.000Z",
  deletion: { reason: "duplicate", note: null },
};

/** An approved document whose content was erased. */
const EXAMPLE_ERASED: z.infer<typeof stagedDocumentRecord> = {
  ...EXAMPLE_DOCUMENT,
  status: 5,
  statusName: "approved",
  file: {
    size: 184_320,
    contentType: "application/pdf",
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    verifiedAt: reportedAt,
    erasedAt: "2026-11-21T08:30:00.000Z",
  },
};

/** The history of the document up to the report. */
const EXAMPLE_HISTORY: z.infer<typeof statusChangePage> = {
  items: [
    {
      previousStatus: null,
      currentStatus: 1,
      at: createdAt,
      actor: "api-key:019aa2f0-0000-7000-8000-000000000001",
      reason: "created",
      notified: true,
      sequence: 41,
    },
    {
      previousStatus: 1,
      currentStatus: 2,
      at: reportedAt,
      actor: "api-key:019aa2f0-0000-7000-8000-000000000001",
      reason: "reported",
      notified: true,
      sequence: 42,
    },
  ],
  nextCursor: null,
};

/** The same two changes in the feed. */
export const EXAMPLE_FEED: z.infer<typeof statusFeedPage> = {
  items: [
    { sequence: 41, at: createdAt, uuid, url, previousStatus: null, currentStatus: 1 },
    { sequence: 42, at: reportedAt, uuid, url, previousStatus: 1, currentStatus: 2 },
  ],
  nextAfter: 42,
};

/** The results of processing the document. */
const EXAMPLE_CLASSIFICATION: z.infer<typeof classification> = {
  documentClass: "lease",
  score: 0.93,
  language: "en",
  pages: 12,
  fields: [
    { name: "tenant", value: "Acme Ltd", score: 0.97, page: 1, text: "between Acme Ltd and" },
  ],
  processor: "classifier 2.1",
};

const tag = "Staged documents";
const collection = "/external-api/staged-documents";
const document = `${collection}/{uuid}` as const;

/** The operations on documents. The first three are the phases of an upload. */
export const DOCUMENT_OPERATIONS = {
  createStagedDocument: {
    method: "post",
    path: collection,
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
  renewUploadUrl: {
    method: "post",
    path: `${document}/upload-url`,
    tag,
    summary: "2. Get a new upload URL",
    description:
      "Use this if the upload did not start in time. It works while the status is 1. The new URL writes to the same object as the previous one. Takes no body.",
    access: "documents:write",
    success: ok("The record and a new URL.", createdStagedDocument, EXAMPLE_CREATED),
    codes: ["upload-not-awaited"],
  },
  reportStatus: {
    method: "put",
    path: document,
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
  listStagedDocuments: {
    method: "get",
    path: collection,
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
  getStagedDocument: {
    method: "get",
    path: document,
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
  moveStagedDocument: {
    method: "patch",
    path: document,
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
  deleteStagedDocument: {
    method: "delete",
    path: document,
    tag,
    summary: "Delete a document",
    description:
      "Cancels a document that is waiting for its upload (status 6) and deletes any other (8). You can give a `reason`, which the record, the list and the document's page show; a cancelled upload keeps none. It is safe to delete a deleted document again: that changes nothing, not even the reason. For approved, failed and cancelled documents, the call returns 409.",
    access: "move-table",
    query: deletionQuery,
    sampleQuery: { reason: "duplicate" },
    success: ok("The current record.", stagedDocumentRecord, EXAMPLE_DELETED),
    codes: ["invalid-transition", "too-much-contention"],
  },
  getContent: {
    method: "get",
    path: `${document}/content`,
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
  eraseContent: {
    method: "post",
    path: `${document}/content-erasure`,
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
  listStatusChangesOfDocument: {
    method: "get",
    path: `${document}/status-changes`,
    tag,
    summary: "Read a document's history",
    description: "Every status change, oldest first.",
    access: "documents:read",
    query: pageQuery,
    success: ok("A page of the history.", statusChangePage, EXAMPLE_HISTORY),
  },
} satisfies DeclaredOperations;

/** The tables of statuses and moves, and the feed for systems that poll instead of receiving notifications. */
export const STATUS_OPERATIONS = {
  getLifecycle: {
    method: "get",
    path: "/external-api/staged-document-statuses",
    tag: "Statuses",
    summary: "Read the statuses and the allowed moves",
    description: "The two tables that Stagedoor itself uses.",
    access: "documents:read",
    success: ok("Every status and every allowed move.", lifecycleTables, renderLifecycle()),
  },
  readStatusFeed: {
    method: "get",
    path: "/external-api/status-changes",
    tag: "Feed",
    summary: "Read the feed of status changes",
    description:
      "Every change that notifications cover, for all documents, in a single sequence without gaps. Store `nextAfter` and pass it as `after` next time, so that you neither miss nor repeat a change. An `after` beyond the end of the feed returns 422, and the detail contains the last sequence: this happens if the database was restored from an older backup. There is no error if the feed has already grown past your `after` again. After any restore, start again from the last sequence in the backup.",
    access: "documents:read",
    query: statusFeedQuery,
    sampleQuery: { after: "0" },
    success: ok("A page of the feed; empty if nothing has changed.", statusFeedPage, EXAMPLE_FEED),
  },
} satisfies DeclaredOperations;
