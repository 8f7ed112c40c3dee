import { z } from "zod";
import {
  DELETION_NOTE_CHARACTERS_MAX,
  DELETION_REASONS,
  needsNote,
} from "@/lib/documents/rules/deletion-reasons";
import {
  assetIdentifierProblem,
  fileNameProblem,
  folderProblem,
  type StagedDocument,
} from "@/lib/documents/rules/staged-document";
import { STATUS } from "@/lib/documents/rules/status";
import type { DocumentContent } from "@/lib/documents/use-cases/staged-documents";
import { plainTextProblem } from "@/lib/kernel/rules/plain-text";
import { pick } from "../core/pick";
import { failure, object, textBy, time } from "../core/schemas";
import { corrections } from "./correction-schemas";
import { deletion } from "./external-api-schemas";
import { reportedFailure } from "./result-schemas";

const size = z.int("must be a whole number of bytes").nonnegative("must not be negative");

/**
 * The body that announces a file to upload. It is sent with an Idempotency-Key, so that a retry does not create a second
 * document.
 */
export const announceFileBody = object({
  assetIdentifier: textBy(assetIdentifierProblem),
  name: textBy(fileNameProblem),
  folder: textBy(folderProblem).nullable(),
  size,
});

/** The body for requesting a new upload URL. */
export const renewUploadBody = object({ size });

/** The state of a document that a user's decision is based on. */
const seen = object({
  status: z.int("must be a status"),
  run: z.int("must be a whole number, or null").nullable(),
});

const DECISIONS: readonly number[] = [3, 5];

/**
 * The body that sets a status. It contains either the result of an upload, which is 2 or 6 (with 6, a reason is allowed),
 * or a user's decision, 3 or 5, with the state of the document that the user saw. An approval can contain corrections.
 */
export const setStatusBody = object({
  status: z.union(
    [2, 3, 5, 6].map((status) => z.literal(status)),
    "must be 2, 3, 5 or 6",
  ),
  failure: reportedFailure.optional(),
  seen: seen.optional(),
  corrections: corrections.optional(),
})
  .refine(({ status, corrections }) => status === 5 || corrections === undefined, {
    path: ["corrections"],
    message: "are only allowed with status 5",
  })
  .refine(({ status, failure }) => status === 6 || failure === undefined, {
    path: ["failure"],
    message: "is only allowed with status 6",
  })
  .refine(({ status, seen }) => DECISIONS.includes(status) === (seen !== undefined), {
    path: ["seen"],
    message: "is required with status 3 or 5, and not allowed with any other status",
  });

/** A status that a user can set. */
export type SetStatus = z.infer<typeof setStatusBody>["status"];

/** The body for deleting a document, with the reason and the state that the user saw. */
export const deleteDocumentBody = object({
  reason: z.enum(DELETION_REASONS, `must be one of ${DELETION_REASONS.join(", ")}`),
  note: textBy((text) =>
    plainTextProblem(text, { charactersMin: 1, charactersMax: DELETION_NOTE_CHARACTERS_MAX }),
  ).optional(),
  seen,
}).refine(({ reason, note }) => !needsNote(reason) || note !== undefined, {
  path: ["note"],
  message: "is required with the reason other",
});

/** A document in a list. */
export const documentRow = z.strictObject({
  uuid: z.uuid(),
  assetIdentifier: z.string(),
  name: z.string(),
  folder: z.string().nullable(),
  status: z.int(),
  createdAt: time,
  updatedAt: time,
  /** The time at which the upload expires; null unless the document is waiting for its upload. */
  uploadExpiresAt: time.nullable(),
  /** The size in bytes; null until the upload has been verified. */
  size: z.int().nullable(),
  contentType: z.string().nullable(),
  /** Whether the file can be downloaded now. */
  hasContent: z.boolean(),
  failure: failure.nullable(),
  deletion: deletion.nullable(),
  /** The number of its latest processing run, for decisions about what the user sees. */
  run: z.int().nullable(),
});
/** The type that `documentRow` validates. */
export type DocumentRow = z.infer<typeof documentRow>;

/**
 * The response to an announced file or to a request for a new upload URL. The URL is null if the upload can no longer
 * start.
 */
export const awaitedUpload = z.strictObject({
  document: documentRow,
  uploadSignedUrl: z.url().nullable(),
});
/** The type that `awaitedUpload` validates. */
export type AwaitedUpload = z.infer<typeof awaitedUpload>;

/** A short-lived URL from which a page of the cockpit reads ranges of a file. */
export const fileUrl = z.strictObject({
  url: z.url(),
  expiresInSeconds: z.int(),
  /** The verified size in bytes. */
  size: z.int(),
});
/** The type that `fileUrl` validates. */
export type FileUrl = z.infer<typeof fileUrl>;

/**
 * Returns a document for a list, without anything that allows writing and without its object
 * key.
 */
export function renderDocumentRow(document: StagedDocument): DocumentRow {
  const { status, file, uploadExpiresAt } = document;
  const isWaiting = status === STATUS.waitingForUpload;
  return pick(documentRow, {
    ...document,
    uploadExpiresAt: isWaiting ? uploadExpiresAt : null,
    size: file?.sizeBytes ?? null,
    contentType: file?.contentType ?? null,
    hasContent: !isWaiting && file !== null && file.erasedAt === null,
    failure: document.failure && pick(failure, document.failure),
    deletion: document.deletion && pick(deletion, document.deletion),
    run: document.processingRun,
  });
}

/** Returns the response to an announced file or to a request for a new upload URL. */
export function renderAwaitedUpload(awaited: {
  readonly document: StagedDocument;
  readonly uploadSignedUrl: string | null;
}): AwaitedUpload {
  const { document, uploadSignedUrl } = awaited;
  return { document: renderDocumentRow(document), uploadSignedUrl };
}

/** Returns the URL from which the file can be read for a short time. */
export const renderFileUrl = (content: DocumentContent): FileUrl => ({
  url: content.downloadSignedUrl,
  expiresInSeconds: content.expiresInSeconds,
  size: content.sizeBytes,
});

/** The body of `PATCH /external-api/staged-documents/{uuid}` and of the corresponding cockpit call. */
export const moveDocumentBody = object({
  assetIdentifier: textBy(assetIdentifierProblem).meta({
    description: "The asset that the document belongs to from now on. It need not exist yet.",
    minLength: 1,
    maxLength: 255,
  }),
});

const REASON_LENGTH_MAX = 500;

/** The body of `POST /external-api/staged-documents/{uuid}/content-erasure` and of the corresponding cockpit call. */
export const eraseContentBody = object({
  reason: z
    .string("must be a string")
    .min(1, "must not be empty")
    .max(REASON_LENGTH_MAX, `must not be longer than ${REASON_LENGTH_MAX} characters`)
    .refine((text) => !/\p{Cc}/u.test(text), "must not contain control characters")
    .optional()
    .describe(
      "The reason, for the document's timeline and the audit log. It is kept after the content is erased.",
    ),
});
