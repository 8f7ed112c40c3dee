import { z } from "zod";
import { plainTextProblem } from "@/lib/kernel/rules/plain-text";
import { object, textBy } from "../core/schemas";

const FIELDS_MAX = 200;
const ATTACHMENTS_MAX = 50;
const PAGES_MAX = 100_000;

const text = (charactersMax: number, charactersMin = 1) =>
  textBy((value) => plainTextProblem(value, { charactersMin, charactersMax }));

const SCORE = "must be a number from 0 to 1";
const score = z.number(SCORE).min(0, SCORE).max(1, SCORE);

const NO_PAGE = "must be a whole number of at least 1, or null";
const pageNumber = z
  .int(NO_PAGE)
  .min(1, NO_PAGE)
  .max(PAGES_MAX, `must be at most ${PAGES_MAX}`)
  .nullable()
  .default(null);

const NO_LANGUAGE = "must be a BCP 47 tag such as de, or null";
const language = z
  .string(NO_LANGUAGE)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, NO_LANGUAGE)
  .nullable()
  .default(null);

const code = z
  .string("must be a string")
  .regex(
    /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/,
    "must be a kebab-case code of at most 64 characters, such as unreadable-pages",
  );

const SHARE = "must be a number from 0 to 1";
const share = z.number(SHARE).min(0, SHARE).max(1, SHARE);

const setBy = z
  .string("must be a string")
  .max(200, "must have at most 200 characters")
  .optional()
  .describe(
    "Who set this in a review, such as `reviewer:<id>` or `api-key:<id>`; absent if the processor found it. Ignored in a report.",
  );

/** What a processor had found before a person changed it. */
export const readValue = object({ value: text(4000, 0), score });
const read = readValue.nullable().optional();

/** A value that processing found. */
export const classificationField = object({
  name: text(100),
  value: text(4000, 0).describe(
    "As a string: dates as 2026-11-30, amounts as 1234.50, IBANs without spaces.",
  ),
  score,
  page: pageNumber,
  text: text(4000, 0).nullable().default(null).describe("The words that the value was read from."),
  bbox: z
    .tuple([share, share, share, share], "must be four numbers from 0 to 1")
    .nullable()
    .optional()
    .describe(
      "The position of these words on the page: left, top, right, bottom, as fractions from 0 to 1.",
    ),
  label: text(4000, 0).nullable().optional().describe("The label next to the value, if any."),
  method: code
    .optional()
    .describe(
      "How the value was found, such as `label` or `e-invoice`; `person` if a person set it.",
    ),
  check: z
    .enum(["passed", "failed"], "must be passed or failed, or null")
    .nullable()
    .optional()
    .describe(
      "The result of validating the value itself, for example by its check digits; null if there is no check for it.",
    ),
  setBy,
  read: read.describe(
    "What the processor had found instead; null if it found nothing. Absent unless `setBy` is present. Ignored in a report.",
  ),
});

/** A field that is not in the document. */
export const absentField = object({ name: text(100), setBy, read });

const alternative = object({ documentClass: text(100), score });

const finding = object({
  code,
  parameters: z.record(text(100), z.union([z.number(), text(1000, 0)])).default({}),
});

const decision = object({
  status: z.int("must be a status"),
  reasons: z.array(code, "must be an array").max(20, "must have at most 20 reasons"),
});

const documentClass = text(100).meta({
  description: "The kind of document.",
  minLength: 1,
  maxLength: 100,
});
const fields = z
  .array(classificationField, "must be an array")
  .max(FIELDS_MAX, `must have at most ${FIELDS_MAX} fields`)
  .describe("The extracted values and their places.");
const alternatives = z
  .array(alternative, "must be an array")
  .max(10, "must have at most 10 alternatives")
  .optional()
  .describe("The next-best classes, best first.");
const findings = z
  .array(finding, "must be an array")
  .max(100, "must have at most 100 findings")
  .optional()
  .describe("Findings about the file, as codes.");

/** The results for one attachment of an email. */
export const classifiedAttachment = object({
  name: text(1000).meta({
    description:
      "The attachment's name. For an attachment of an attached email, that email's name comes first: `forwarded.eml: invoice.pdf`.",
    minLength: 1,
    maxLength: 1000,
  }),
  documentClass,
  score: score.describe("The confidence in the class, from 0 to 1."),
  language: language.describe("A BCP 47 tag; null if unknown."),
  pages: pageNumber.describe("The number of the attachment's pages; null if unknown."),
  fields: fields.describe(
    "The extracted values and their places. `page` counts the pages of the email and all its attachments.",
  ),
  alternatives,
  findings,
});

/** The results of processing, both in a report and in a record. Nullable properties may be omitted. */
export const classification = object({
  documentClass,
  score: score.describe("The confidence in the class, from 0 to 1."),
  language: language.describe("A BCP 47 tag; null if unknown."),
  pages: pageNumber.describe("The number of pages; null if unknown."),
  fields,
  processor: text(200).meta({
    description: "The name of the processor that produced these results.",
    minLength: 1,
    maxLength: 200,
  }),
  alternatives,
  decision: decision
    .optional()
    .describe("The status that the results led to, and the reasons as codes."),
  findings,
  attachments: z
    .array(classifiedAttachment, "must be an array")
    .max(ATTACHMENTS_MAX, `must have at most ${ATTACHMENTS_MAX} attachments`)
    .optional()
    .describe("The results for each attachment of an email. Absent from all other documents."),
  documentClassSetBy: setBy,
  documentClassRead: object({ documentClass: text(100), score })
    .nullable()
    .optional()
    .describe(
      "The class that the processor had chosen. Absent unless `documentClassSetBy` is present. Ignored in a report.",
    ),
  absentFields: z
    .array(absentField, "must be an array")
    .max(FIELDS_MAX, `must have at most ${FIELDS_MAX} fields`)
    .optional()
    .describe(
      "Fields that are not in the document, according to a reviewer. Only `name` matters in a report of 5.",
    ),
});

/** The reason for a document's failure, reported by a client. */
export const reportedFailure = object({
  code: code.describe("For programs, in kebab-case."),
  message: text(1000).meta({ description: "For people.", minLength: 1, maxLength: 1000 }),
});
