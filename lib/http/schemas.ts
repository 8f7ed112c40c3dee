import { z } from "zod";
import { assetIdentifierProblem } from "../domain/asset-identifier";
import { ERROR_CODES } from "../domain/errors";
import { fileNameProblem } from "../domain/file-name";
import { LIFECYCLE } from "../domain/status";

/** A text that a rule of the domain accepts; the rule's sentence becomes the error. */
const textBy = (problemOf: (text: string) => string | null) =>
  z.string("must be a string").superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem) context.addIssue({ code: "custom", message: problem });
  });

const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, { error: (issue) => notAnObject(issue) });

const notAnObject = (issue: { code?: string }) =>
  issue.code === "invalid_type" ? "must be a JSON object" : undefined;

/** Body of `POST /external-api/staged-documents`. */
export const createStagedDocumentBody = object({
  assetIdentifier: textBy(assetIdentifierProblem),
  name: textBy(fileNameProblem),
});

/** Body of `PUT /external-api/staged-documents/{uuid}`; which integers are possible decides the move table. */
export const reportStatusBody = object({
  status: z.int("must be a whole number, such as 2 or 6"),
});

const PAGE_LIMIT_MAX = 1000;

/** Query of a list. */
export const pageQuery = object({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, `must be a whole number from 1 to ${PAGE_LIMIT_MAX}`)
    .transform(Number)
    .refine(
      (limit) => limit >= 1 && limit <= PAGE_LIMIT_MAX,
      `must be a whole number from 1 to ${PAGE_LIMIT_MAX}`,
    )
    .default(100),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, "is not a cursor that this list gave out")
    .transform(BigInt)
    .optional(),
});

const statusInteger = z.union(LIFECYCLE.statuses.map(({ status }) => z.literal(status)));
const statusName = z.enum(LIFECYCLE.statuses.map((definition) => definition.statusName));
const time = z.iso.datetime();

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
  file: z
    .strictObject({
      size: z.int().positive(),
      contentType: z.string(),
      sha256: z.string().nullable(),
      verifiedAt: time,
    })
    .nullable(),
  classification: z.null(),
  failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});

/** The answer of a creation: the only kind of answer that holds a write capability. */
export const createdStagedDocument = stagedDocumentRecord.extend({ uploadSignedUrl: z.url() });

/** A page of a document's history. */
export const statusChangePage = z.strictObject({
  items: z.array(
    z.strictObject({
      previousStatus: statusInteger.nullable(),
      currentStatus: statusInteger,
      at: time,
      actor: z.string(),
      reason: z.string(),
      notified: z.boolean(),
      sequence: z.int().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});

/** An error of the API (RFC 9457). */
export const problem = z.strictObject({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(ERROR_CODES),
  requestId: z.uuid(),
  errors: z.array(z.strictObject({ pointer: z.string(), detail: z.string() })),
});
