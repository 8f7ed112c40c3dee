import { z } from "zod";
import { plainTextProblem } from "@/lib/kernel/rules/plain-text";

const FIELDS_MAX = 200;
const PAGES_MAX = 100_000;

const text = (charactersMax: number, charactersMin = 1) =>
  z.string("must be a string").superRefine((value, context) => {
    const problem = plainTextProblem(value, { charactersMin, charactersMax });
    if (problem) context.addIssue({ code: "custom", message: problem });
  });

const isObject = (issue: { code?: string }) =>
  issue.code === "invalid_type" ? "must be a JSON object" : undefined;

const SCORE = "must be a number from 0 to 1";
const score = z.number(SCORE).min(0, SCORE).max(1, SCORE);

const pageNumber = z
  .int("must be a whole number from 1, or null")
  .min(1, "must be a whole number from 1, or null")
  .max(PAGES_MAX, `must be at most ${PAGES_MAX}`)
  .nullable()
  .default(null);

/** What processing found out, as it is given and as records show it; what may be null may be left out. */
export const classification = z.strictObject(
  {
    documentClass: text(100),
    score,
    language: z
      .string("must be a BCP 47 tag such as de, or null")
      .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, "must be a BCP 47 tag such as de, or null")
      .nullable()
      .default(null),
    pages: pageNumber,
    fields: z
      .array(
        z.strictObject(
          {
            name: text(100),
            value: text(4000, 0),
            score,
            page: pageNumber,
            text: text(4000, 0).nullable().default(null),
          },
          { error: isObject },
        ),
        "must be an array",
      )
      .max(FIELDS_MAX, `must have at most ${FIELDS_MAX} fields`),
    processor: text(200),
  },
  { error: isObject },
);

/** Why a document failed, as a reporter gives it. */
export const reportedFailure = z.strictObject(
  {
    code: z
      .string("must be a string")
      .regex(
        /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/,
        "must be a kebab-case code of at most 64 characters, such as unreadable-pages",
      ),
    message: text(1000),
  },
  { error: isObject },
);
