import type { z } from "zod";
import type {
  createdStagedDocument,
  stagedDocumentRecord,
  statusChangePage,
  statusFeedPage,
} from "../documents/external-api-schemas";
import type { classification } from "../documents/result-schemas";

/** A placeholder for the origin of the installation. It is replaced when the document is served. */
export const EXAMPLE_ORIGIN = "https://stagedoor.example.com";

export const EXAMPLE_REQUEST_ID = "019aa2f4-51c0-7d1e-9a3b-2c4d5e6f7a8b";

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
};

/** The same document while it is waiting for its upload. */
export const EXAMPLE_CREATED: z.infer<typeof createdStagedDocument> = {
  ...EXAMPLE_DOCUMENT,
  status: 1,
  statusName: "waiting_for_upload",
  uploadExpiresAt: "2026-11-20T10:15:00.000Z",
  updatedAt: createdAt,
  file: null,
  uploadSignedUrl: `https://objects.example.com/stagedoor/uploads/${uuid}?X-Amz-Expires=3600&X-Amz-Signature=0c8e6f`,
};

/** The same document after it was deleted. */
export const EXAMPLE_DELETED: z.infer<typeof stagedDocumentRecord> = {
  ...EXAMPLE_DOCUMENT,
  status: 8,
  statusName: "deleted",
  updatedAt: "2026-11-20T11:00:00.000Z",
};

/** An approved document whose content was erased. */
export const EXAMPLE_ERASED: z.infer<typeof stagedDocumentRecord> = {
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
export const EXAMPLE_HISTORY: z.infer<typeof statusChangePage> = {
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
export const EXAMPLE_CLASSIFICATION: z.infer<typeof classification> = {
  documentClass: "lease",
  score: 0.93,
  language: "en",
  pages: 12,
  fields: [
    { name: "tenant", value: "Acme Ltd", score: 0.97, page: 1, text: "between Acme Ltd and" },
  ],
  processor: "classifier 2.1",
};
