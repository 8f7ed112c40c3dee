import { z } from "zod";
import { type DocumentClass, FIELD_TYPES } from "@/lib/processing/rules/judging/judgement";
import { pick } from "../core/pick";
import { validationFailed } from "../core/requests/read-json-body";
import { object, pageOf } from "../core/schemas";

const ID_LENGTH_MAX = 64;
const LABEL_LENGTH_MAX = 100;
const LABELS_MAX = 20;
const KEYWORDS_MAX = 50;
const FIELDS_MAX = 50;

const label = z
  .string("must be a string")
  .trim()
  .min(1, "must not be empty")
  .max(LABEL_LENGTH_MAX, `must not be longer than ${LABEL_LENGTH_MAX} characters`);
const labelList = z.array(label).max(LABELS_MAX, `must not have more than ${LABELS_MAX} items`);

/** The id of a class in a path. */
const documentClassId = z
  .string()
  .max(ID_LENGTH_MAX, `must not be longer than ${ID_LENGTH_MAX} characters`)
  .regex(
    /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
    "must be lower-case words joined by hyphens, such as service-contract",
  );

const labels = object({ en: label, de: label }).describe("The name that people see.");

const keywords = z
  .array(label)
  .max(KEYWORDS_MAX, `must not have more than ${KEYWORDS_MAX} items`)
  .describe("Words and phrases in the text that point to this class.");

const field = object({
  name: z
    .string("must be a string")
    .max(ID_LENGTH_MAX, `must not be longer than ${ID_LENGTH_MAX} characters`)
    .regex(/^[a-z][A-Za-z0-9]*$/, "must be in camel case, such as contractNumber")
    .describe("The name of the field in classifications."),
  type: z
    .enum(FIELD_TYPES, `must be one of ${FIELD_TYPES.join(", ")}`)
    .describe("How its value is formatted and checked."),
  isRequired: z
    .boolean("must be true or false")
    .describe("Whether a missing value is reported as a finding."),
  labels: object({ en: labelList, de: labelList })
    .refine(({ en, de }) => en.length + de.length > 0, {
      message: "must have at least one label: the words next to the value in documents",
    })
    .describe(
      "The words next to its value in documents. The first one is the name that people see.",
    ),
});

const fields = z
  .array(field)
  .max(FIELDS_MAX, `must not have more than ${FIELDS_MAX} items`)
  .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, {
    message: "must not name a field more than once",
  });

const isActive = z
  .boolean("must be true or false")
  .describe("Whether documents can be assigned this class.");

/** The body of `PUT /external-api/document-classes/{documentClass}`. */
export const putDocumentClassBody = object({
  isActive: isActive.default(true),
  labels: labels.optional(),
  keywords: keywords.optional(),
  fields: fields.optional().describe("The fields that are extracted from documents of this class."),
});

/** A class in a response. */
export const documentClassRecord = z.strictObject({
  id: z.string().describe("The value of `documentClass` in classifications."),
  labels,
  isShipped: z
    .boolean()
    .describe("Whether it comes with Stagedoor. If so, only `isActive` can be changed."),
  isActive,
  keywords,
  fields: fields.describe("The fields that are extracted from documents of this class."),
});

/** All document classes on one page. */
export const documentClassPage = pageOf(
  documentClassRecord,
  "The classes that come with Stagedoor, then your own, by id.",
);

/** Returns a class for a response. */
export const renderDocumentClass = (found: DocumentClass): z.infer<typeof documentClassRecord> =>
  documentClassRecord.parse(pick(documentClassRecord, found));

/** Returns all classes on one page, because there are never more than a few hundred. */
export const renderDocumentClasses = (
  classes: readonly DocumentClass[],
): z.infer<typeof documentClassPage> =>
  documentClassPage.parse({ items: classes.map(renderDocumentClass), nextCursor: null });

/**
 * Reads the id of a class from a path.
 * @throws DomainError `validation-failed` at `#/documentClass`
 */
export function readDocumentClassId(text: string): string {
  const read = documentClassId.safeParse(text);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const message = issue?.message ?? "is not an id";
  throw validationFailed([{ code: "custom", path: ["documentClass"], message }]);
}
