import { z } from "zod";
import { API_ERROR_CODES, ERROR_CODES } from "@/lib/kernel/rules/errors";
import { plainTextProblem } from "@/lib/kernel/rules/plain-text";

/**
 * Creates a schema for strings that a domain rule accepts. If the rule returns a sentence, the string is rejected with
 * that sentence.
 */
export const textBy = (problemOf: (text: string) => string | null) =>
  z.string("must be a string").superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem) context.addIssue({ code: "custom", message: problem });
  });

const SEARCH_CHARACTERS_MAX = 200;

/** A search text without surrounding spaces; null if it is empty. */
export const searchText = textBy((text) =>
  plainTextProblem(text, { charactersMin: 0, charactersMax: SEARCH_CHARACTERS_MAX }),
)
  .default("")
  .transform((text) => text.trim() || null);

/** A whole number in a query, within bounds. */
export const wholeNumber = ({
  from,
  to,
  otherwise,
}: {
  from: number;
  to: number;
  otherwise: number;
}) => {
  const problem = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,7}$/, problem)
    .transform(Number)
    .refine((value) => value >= from && value <= to, problem)
    .default(otherwise);
};

/** The size of a page of the cockpit. */
export const pageSize = (otherwise: number) => wholeNumber({ from: 1, to: 200, otherwise });

/** A boolean in a query. */
export const booleanText = z
  .enum(["true", "false"], "must be true or false")
  .transform((text) => text === "true");

/** Creates an object schema that rejects unknown properties and names them. */
export const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, { error: (issue) => notAnObject(issue) });

const notAnObject = (issue: { code?: string }) =>
  issue.code === "invalid_type" ? "must be a JSON object" : undefined;

const PAGE_LIMIT_MAX = 1000;
const NO_LIMIT = `must be a whole number from 1 to ${PAGE_LIMIT_MAX}`;

/** The maximum number of items on a page. */
export const limit = z
  .string()
  .regex(/^\d{1,4}$/, NO_LIMIT)
  .transform(Number)
  .refine((value) => value >= 1 && value <= PAGE_LIMIT_MAX, NO_LIMIT)
  .default(100);

/** The query for a list. */
export const pageQuery = object({
  limit,
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, "is not a cursor that this list returned")
    .transform(BigInt)
    .optional(),
});

/** A UTC time as a string. */
export const timeText = z.iso
  .datetime("must be a time in UTC such as 2026-03-01T12:00:00Z")
  .transform((text) => new Date(text));

/** A time in a response. */
export const time = z.iso.datetime();

/** Creates the schema for a page of a list in a response. `what` describes the items. */
export const pageOf = <Item extends z.ZodType>(item: Item, what: string) =>
  z.strictObject({
    items: z.array(item).describe(what),
    nextCursor: z
      .string()
      .nullable()
      .describe("The cursor for the next page; null on the last page."),
  });

/** The reason for a failure, in a response. */
export const failure = z.strictObject({
  code: z.string().describe("For programs."),
  message: z.string().describe("For people."),
});

/** An error of the API (RFC 9457). */
export const problem = z.strictObject({
  type: z.url().describe("The URL of a page that explains the error and what to do."),
  title: z.string().describe("The kind of error."),
  status: z.int().describe("The HTTP status."),
  detail: z.string().describe("What went wrong and what to do next."),
  code: z.enum(API_ERROR_CODES).describe("For programs. The meaning of a code never changes."),
  requestId: z.uuid().describe("Identifies this call in the log."),
  errors: z
    .array(z.strictObject({ pointer: z.string(), detail: z.string() }))
    .describe("Each invalid value with its JSON pointer; empty for other errors."),
});

/** An error of the cockpit's own API, which also has codes that the external API never returns. */
export const cockpitProblem = problem.extend({ code: z.enum(ERROR_CODES) });
