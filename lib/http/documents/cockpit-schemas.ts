import { z } from "zod";
import { assetIdentifierProblem } from "@/lib/documents/rules/asset-identifier";
import { fileNameProblem } from "@/lib/documents/rules/file-name";
import { folderProblem } from "@/lib/documents/rules/folder";
import { plainTextProblem } from "@/lib/kernel/rules/plain-text";
import { failure, object, pageOf, textBy, time } from "../core/schemas";
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

const DECISIONS: readonly number[] = [3, 5];

/**
 * The body that sets a status. It contains either the result of an upload, which is 2 or 6 (with 6, a reason is allowed),
 * or a user's decision, 3 or 5, with the state of the document that the user saw.
 */
export const setStatusBody = object({
  status: z.union(
    [2, 3, 5, 6].map((status) => z.literal(status)),
    "must be 2, 3, 5 or 6",
  ),
  failure: reportedFailure.optional(),
  seen: object({
    status: z.int("must be a status"),
    run: z.int("must be a whole number, or null").nullable(),
  }).optional(),
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

const NOTE_CHARACTERS_MAX = 1000;

/** The body for deleting a document, with the reason. */
export const deleteDocumentBody = object({
  note: textBy((text) =>
    plainTextProblem(text, { charactersMin: 1, charactersMax: NOTE_CHARACTERS_MAX }),
  ),
});

/** A document in the list of its asset's documents. */
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
});
/** The type that `documentRow` validates. */
export type DocumentRow = z.infer<typeof documentRow>;

/** A page of the documents with an identifier, newest first. */
export const documentRows = pageOf(
  documentRow.extend({
    isOwn: z.boolean().describe("Whether the signed-in user created the document."),
  }),
  "The documents.",
);
/** The type that `documentRows` validates. */
export type DocumentRows = z.infer<typeof documentRows>;

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
