import { z } from "zod";
import type { DocumentFilter, DocumentPage } from "@/lib/documents/ports";
import { resultProblems } from "@/lib/documents/rules/decide-report";
import { DELETION_REASONS } from "@/lib/documents/rules/deletion-reasons";
import {
  assetIdentifierProblem,
  fileNameProblem,
  storedIdentifierProblem,
} from "@/lib/documents/rules/staged-document";
import { isStatus, LIFECYCLE } from "@/lib/documents/rules/status";
import { readListCursor } from "../core/cursors/list-cursor";
import { failure, limit, object, pageOf, textBy, time, timeText } from "../core/schemas";
import { classification, reportedFailure } from "./result-schemas";

/** The body of `POST /external-api/staged-documents`. */
export const createStagedDocumentBody = object({
  assetIdentifier: textBy(assetIdentifierProblem).meta({
    description:
      "The asset that the document belongs to. It need not exist yet. At least one character must be visible.",
    minLength: 1,
    maxLength: 255,
  }),
  name: textBy(fileNameProblem).meta({
    description:
      "`<file-name>.<file-extension>`, without a path. Both parts need a visible character.",
    minLength: 3,
    maxLength: 255,
  }),
});

const SETTABLE_STATUSES = [
  ...new Set(LIFECYCLE.moves.flatMap(({ from, to }) => (from === null ? [] : [to]))),
].sort((a, b) => a - b);

/** The body of `PUT /external-api/staged-documents/{uuid}`. The table of moves determines which statuses are possible. */
export const reportStatusBody = object({
  status: z.int("must be a whole number, such as 2 or 6").meta({
    description:
      "2 if the upload succeeded, 6 if it failed. For other statuses, see the table of moves.",
    enum: SETTABLE_STATUSES,
  }),
  classification: classification
    .optional()
    .describe("The results of processing. Only with 4 or 5."),
  failure: reportedFailure.optional().describe("The reason for the failure. Only with 4 or 6."),
  run: z
    .int("must be a whole number of at least 1")
    .min(1, "must be a whole number of at least 1")
    .max(2_147_483_647, "must be the number of a run that was taken")
    .optional()
    .describe(
      "The run from the response to a report of 3. With 3, it renews the lease; with 4 or 5, it settles only this run.",
    ),
}).superRefine((report, context) => {
  for (const { property, problem } of resultProblems(report)) {
    context.addIssue({ code: "custom", path: [property], message: problem });
  }
});

const STATUS_TEXTS = LIFECYCLE.statuses.map(({ status }) => String(status));
const NO_STATUS = `must be one of ${STATUS_TEXTS.join(", ")}`;

/** A status in a query. */
export const statusText = z.enum(STATUS_TEXTS, NO_STATUS).transform((text, context) => {
  const value = Number(text);
  if (isStatus(value)) return value;
  context.addIssue(NO_STATUS);
  return z.NEVER;
});

const SEARCH_LENGTH_MAX = 200;
const CLASS_LENGTH_MAX = 255;

/** The query for the list of documents. A cursor is valid only with the filters of the request that returned it. */
export const stagedDocumentsQuery = object({
  assetIdentifier: textBy(storedIdentifierProblem).nullable().default(null),
  status: statusText.nullable().default(null),
  updatedSince: timeText.nullable().default(null),
  q: z
    .string()
    .max(SEARCH_LENGTH_MAX, `must not be longer than ${SEARCH_LENGTH_MAX} characters`)
    .regex(/[\p{L}\p{N}]/u, "must contain a letter or a digit")
    .optional(),
  documentClass: z
    .string()
    .min(1, "must not be empty")
    .max(CLASS_LENGTH_MAX, `must not be longer than ${CLASS_LENGTH_MAX} characters`)
    .optional(),
  limit,
  cursor: z.string().optional(),
});

/** The query for the feed. A sequence must be an integer that a JSON number can represent exactly. */
export const statusFeedQuery = object({
  after: z
    .string()
    .regex(
      /^\d{1,15}$/,
      "must be a sequence that the feed returned, or 0 for the start of the feed",
    )
    .default("0")
    .transform(BigInt),
  limit,
});

/** A status in a response. */
export const statusInteger = z.union(LIFECYCLE.statuses.map(({ status }) => z.literal(status)));
const statusName = z.enum(LIFECYCLE.statuses.map((definition) => definition.statusName));

/** The facts that Stagedoor has determined about a file in the object store. */
export const documentFile = z.strictObject({
  size: z.int().positive().describe("The size in bytes."),
  contentType: z.string().describe("As stored in the object store; not verified."),
  sha256: z.string().nullable().describe("In hexadecimal; null until Stagedoor has read the file."),
  verifiedAt: time.describe("When Stagedoor verified the file."),
  erasedAt: time
    .optional()
    .describe("When the content was erased; omitted while the file can be downloaded."),
});

/** The query of `DELETE /external-api/staged-documents/{uuid}`. It had none before, so other parameters are ignored, as then. */
export const deletionQuery = z.object({
  reason: z.enum(DELETION_REASONS, `must be one of ${DELETION_REASONS.join(", ")}`).optional(),
});

/** Why a document was deleted. */
export const deletion = z.strictObject({
  reason: z
    .enum(DELETION_REASONS)
    .nullable()
    .describe("From a list; null if none was given. More may be added."),
  note: z
    .string()
    .nullable()
    .describe(
      "What the person who deleted the document wrote; null if nothing, and after the content was erased.",
    ),
});

/** The record of a staged document in every response (decision 0005). */
export const stagedDocumentRecord = z.strictObject({
  uuid: z.uuid().describe("Identifies the document permanently."),
  assetIdentifier: z
    .string()
    .describe("The asset that the document belongs to, even if no such asset exists here."),
  name: z.string().describe("The file name, as given."),
  status: statusInteger.describe("The current status."),
  statusName: statusName.describe("The current status as a word."),
  url: z.url().describe("The URL of this record."),
  uploadExpiresAt: time
    .nullable()
    .describe("An upload must start before this time; null unless the status is 1."),
  createdAt: time.describe("When the document was created."),
  updatedAt: time.describe("When its status or data last changed."),
  file: documentFile
    .nullable()
    .describe("The file in the object store; null before a successful report."),
  duplicateOf: z
    .uuid()
    .nullable()
    .describe(
      "The earliest document with the same content that is not deleted; null if there is none.",
    ),
  classification: classification
    .nullable()
    .describe("The results of processing; null before processing and after the file was erased."),
  failure: failure
    .nullable()
    .describe("Why the upload or the processing failed; null if neither did."),
  deletion: deletion
    .nullable()
    .describe("Why the document was deleted; null unless the status is 8."),
});

/** The run that a caller receives when it takes a document. */
export const processingLease = z.strictObject({
  run: z.int().positive().describe("Send this number with later reports."),
  leaseUntil: time.describe("Renew or settle the run before this time."),
});

/** The response to the report of a status. */
export const reportedStagedDocument = stagedDocumentRecord.extend({
  processing: processingLease
    .optional()
    .describe("Only in the response to a report of 3 that took the document or renewed its lease."),
});

const UPLOAD_URL =
  "PUT the raw bytes to this URL, without additional headers. Treat it as a secret.";

/** The response that creates a document. It is the only response that contains a write capability. */
export const createdStagedDocument = stagedDocumentRecord.extend({
  uploadSignedUrl: z.url().describe(UPLOAD_URL),
});

/** The response to a repeated creation. It has no URL if the upload can no longer start (decision 0016). */
export const replayedStagedDocument = stagedDocumentRecord.extend({
  uploadSignedUrl: z
    .url()
    .optional()
    .describe(
      `${UPLOAD_URL} Omitted only if an \`Idempotency-Key\` repeats a creation whose upload can no longer start.`,
    ),
});

/** A page of the list of documents. */
export const stagedDocumentPage = pageOf(stagedDocumentRecord, "The records.");

/** The lifecycle as data. Only the changes in `moves` are allowed. */
export const lifecycleTables = z.strictObject({
  statuses: z
    .array(
      z.strictObject({
        status: statusInteger,
        statusName,
        final: z.boolean(),
        meaning: z.string(),
      }),
    )
    .describe("Every status and its meaning."),
  moves: z
    .array(
      z.strictObject({
        previousStatus: statusInteger.nullable(),
        currentStatus: statusInteger,
        notified: z.boolean(),
        movers: z.array(z.string()),
        when: z.string(),
      }),
    )
    .describe(
      "Every allowed change: who may make it, when, and whether the remote system is notified.",
    ),
});

/** One change in a document's history. */
export const statusChange = z.strictObject({
  previousStatus: statusInteger.nullable().describe("null for the creation."),
  currentStatus: statusInteger.describe("The new status."),
  at: time.describe("When the status changed."),
  actor: z
    .string()
    .describe(
      "Who changed the status: `api-key:<id>`, a person with the role they had at the time (`administrator:<id>`, `reviewer:<id>`), or a part of Stagedoor (`sweeper`, `processor`, `watchdog`). More kinds may be added.",
    ),
  reason: z.string().describe("The reason, as a word."),
  notified: z.boolean().describe("Whether the remote system is notified of this change."),
  sequence: z
    .int()
    .nullable()
    .describe("The position in the feed; null if the change has none yet."),
});

/** A page of a document's history. */
export const statusChangePage = pageOf(statusChange, "The changes.");

/** One entry in the feed of status changes. */
export const statusFeedEntry = z.strictObject({
  sequence: z.int().positive().describe("The position in the feed, starting at 1, with no gaps."),
  at: time.describe("When the status changed."),
  uuid: z.uuid().describe("Identifies the document."),
  url: z.url().describe("The URL of the document's record."),
  previousStatus: statusInteger.nullable().describe("null for the creation."),
  currentStatus: statusInteger.describe("The new status."),
});

/** A page of the feed. A client continues with `nextAfter`, even if the page is empty. */
export const statusFeedPage = z.strictObject({
  items: z.array(statusFeedEntry).describe("The changes; empty if nothing has changed."),
  nextAfter: z
    .int()
    .nonnegative()
    .describe("Pass this as `after` next time, even if the page was empty."),
});

/**
 * Returns what the query for the list of documents asks for.
 * @throws DomainError `validation-failed`, at `#/cursor` if the cursor was returned for different filters
 */
export function documentSelectionOf({
  limit,
  cursor,
  q,
  ...rest
}: z.output<typeof stagedDocumentsQuery>): { filter: DocumentFilter } & DocumentPage {
  const filter = { ...rest, ...(q === undefined ? {} : { words: q }) };
  const after = readListCursor(cursor, filter);
  return { filter, after: after && { updatedAt: after.time, uuid: after.uuid }, limit };
}
