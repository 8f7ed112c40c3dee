import { z } from "zod";
import { assetIdentifierProblem } from "@/lib/documents/rules/asset-identifier";
import { fileNameProblem } from "@/lib/documents/rules/file-name";
import { resultProblems } from "@/lib/documents/rules/report-results";
import { isStatus, LIFECYCLE } from "@/lib/documents/rules/status";
import { failure, limit, object, pageOf, textBy, time, timeText } from "../core/schemas";
import { classification, reportedFailure } from "./result-schemas";

/** Body of `POST /external-api/staged-documents`. */
export const createStagedDocumentBody = object({
  assetIdentifier: textBy(assetIdentifierProblem),
  name: textBy(fileNameProblem),
});

/** Body of `PUT /external-api/staged-documents/{uuid}`; which integers are possible decides the move table. */
export const reportStatusBody = object({
  status: z.int("must be a whole number, such as 2 or 6"),
  classification: classification.optional(),
  failure: reportedFailure.optional(),
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

/** Query of the list of documents; a cursor is read against the filters beside it. */
export const stagedDocumentsQuery = object({
  assetIdentifier: textBy(assetIdentifierProblem).nullable().default(null),
  status: statusText.nullable().default(null),
  updatedSince: timeText.nullable().default(null),
  limit,
  cursor: z.string().optional(),
});

/** Query of the feed; a sequence is at most what a JSON number holds exactly. */
export const statusFeedQuery = object({
  after: z
    .string()
    .regex(/^\d{1,15}$/, "must be a sequence that the feed gave out, or 0 for its beginning")
    .default("0")
    .transform(BigInt),
  limit,
});

const statusInteger = z.union(LIFECYCLE.statuses.map(({ status }) => z.literal(status)));
const statusName = z.enum(LIFECYCLE.statuses.map((definition) => definition.statusName));

/** What was found in the object store. */
export const documentFile = z.strictObject({
  size: z.int().positive(),
  contentType: z.string(),
  sha256: z.string().nullable(),
  verifiedAt: time,
});

/** The record of a staged document in every answer (DESIGN 3). */
export const stagedDocumentRecord = z.strictObject({
  uuid: z.uuid(),
  assetIdentifier: z.string(),
  name: z.string(),
  status: statusInteger,
  statusName,
  url: z.url(),
  uploadExpiresAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  file: documentFile.nullable(),
  classification: classification.nullable(),
  failure: failure.nullable(),
});

/** The answer of a creation: the only kind of answer that holds a write capability. */
export const createdStagedDocument = stagedDocumentRecord.extend({ uploadSignedUrl: z.url() });

/** The answer of a repeated creation; the URL is left out once the upload cannot begin any more (decision 0016). */
export const replayedStagedDocument = createdStagedDocument.partial({ uploadSignedUrl: true });

/** A page of the list of documents. */
export const stagedDocumentPage = pageOf(stagedDocumentRecord);

/** The lifecycle as data: what is not in `moves` is not allowed. */
export const lifecycleTables = z.strictObject({
  statuses: z.array(
    z.strictObject({
      status: statusInteger,
      statusName,
      final: z.boolean(),
      meaning: z.string(),
    }),
  ),
  moves: z.array(
    z.strictObject({
      previousStatus: statusInteger.nullable(),
      currentStatus: statusInteger,
      notified: z.boolean(),
      movers: z.array(z.string()),
      when: z.string(),
    }),
  ),
});

/** One change in a document's history. */
export const statusChange = z.strictObject({
  previousStatus: statusInteger.nullable(),
  currentStatus: statusInteger,
  at: time,
  actor: z.string(),
  reason: z.string(),
  notified: z.boolean(),
  sequence: z.int().nullable(),
});

/** A page of a document's history. */
export const statusChangePage = pageOf(statusChange);

/** One change in the feed. */
export const statusFeedEntry = z.strictObject({
  sequence: z.int().positive(),
  at: time,
  uuid: z.uuid(),
  url: z.url(),
  previousStatus: statusInteger.nullable(),
  currentStatus: statusInteger,
});

/** A page of the feed; a client continues with `nextAfter`, also when the page is empty. */
export const statusFeedPage = z.strictObject({
  items: z.array(statusFeedEntry),
  nextAfter: z.int().nonnegative(),
});
