import { z } from "zod";
import { FIELD_TYPES } from "@/lib/processing/rules/judging/judgement";
import type { CorrectionChoices } from "@/lib/processing/use-cases/correct-document";
import { object, timeText } from "../core/schemas";
import { classification, classificationField } from "./result-schemas";

const { name, value, page, text, bbox } = classificationField.shape;

const NO_OCCURRENCE = "must be a whole number from 0 to 199";

/** A person's changes to the results of a document. */
export const corrections = object({
  documentClass: classification.shape.documentClass.optional(),
  fields: z
    .array(
      object({
        name,
        occurrence: z.int(NO_OCCURRENCE).min(0, NO_OCCURRENCE).max(199, NO_OCCURRENCE).default(0),
        change: z.discriminatedUnion(
          "kind",
          [
            object({ kind: z.literal("set"), value, page, text, bbox }),
            object({ kind: z.literal("clear") }),
            object({ kind: z.literal("absent") }),
          ],
          "must be set, clear or absent",
        ),
      }),
      "must be an array",
    )
    .max(200, "must have at most 200 corrections")
    .default([]),
});
/** The body that `corrections` validates, as browsers send it. */
export type SentCorrections = z.input<typeof corrections>;

/** The body for correcting an approved document, with the state of the document that the user saw. */
export const correctApprovedBody = object({
  seen: object({ updatedAt: timeText }),
  corrections,
});

/** A field of a class, for editing. */
export const classField = z.strictObject({
  name: z.string(),
  label: z.string(),
  type: z.enum(FIELD_TYPES),
  isRequired: z.boolean(),
});
/** The type that `classField` validates. */
export type ClassField = z.infer<typeof classField>;

/** What a user can choose from while correcting a document. */
export const correctionChoices = z.strictObject({
  classes: z.array(
    z.strictObject({ documentClass: z.string(), label: z.string(), fields: z.array(classField) }),
  ),
  /** The classes of recently approved documents, most recent first. */
  recentClasses: z.array(z.string()),
  parties: z.array(
    z.strictObject({
      name: z.string(),
      /** The fields that had this party before; empty for the name of an asset. */
      fields: z.array(z.string()),
    }),
  ),
});
/** The type that `correctionChoices` validates. */
export type CorrectionChoicesAnswer = z.infer<typeof correctionChoices>;

/** Returns the fields of a class with their display names. */
export const renderClassFields = (
  fields: CorrectionChoices["classes"][number]["fields"],
): ClassField[] =>
  fields.map(({ name, type, isRequired, labels }) => ({
    name,
    label: labels.en[0] ?? labels.de[0] ?? name,
    type,
    isRequired,
  }));

/** Returns what a user can choose from, with display names. */
export const renderCorrectionChoices = ({
  classes,
  recentClasses,
  parties,
}: CorrectionChoices): CorrectionChoicesAnswer => ({
  classes: classes.map(({ id, labels, fields }) => ({
    documentClass: id,
    label: labels.en,
    fields: renderClassFields(fields),
  })),
  recentClasses: [...recentClasses],
  parties: parties.map(({ name, roles }) => ({ name, fields: [...roles] })),
});
