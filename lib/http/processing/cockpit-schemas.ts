import { z } from "zod";
import { storedIdentifierProblem } from "@/lib/documents/rules/staged-document";
import type { ReadDocument } from "@/lib/processing/use-cases/list-document-pages";
import { pick } from "../core/pick";
import { failure, object, textBy } from "../core/schemas";

const PAGES_MAX = 50;
const NO_PAGE = "must be a whole number from 1 to 100000";
const NO_LIMIT = `must be a whole number from 1 to ${PAGES_MAX}`;

const wholeNumber = (max: number, problem: string) =>
  z
    .string()
    .regex(/^\d{1,6}$/, problem)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, problem);

/** The query for the text pages of a document. At most 500 of them are stored. */
export const documentPagesQuery = object({
  from: wholeNumber(100_000, NO_PAGE).default(1),
  limit: wholeNumber(PAGES_MAX, NO_LIMIT).default(10),
});

const word = z.strictObject({
  text: z.string(),
  bbox: z
    .array(z.number())
    .length(4)
    .nullable()
    .describe(
      "Left, top, right, bottom as fractions of the page; null if the format has no pages.",
    ),
});

const page = z.strictObject({
  number: z.int(),
  part: z.string().nullable().describe("The attachment or sheet; null for the document itself."),
  lines: z.array(z.array(z.array(word))).describe("Lines, each a list of segments of words."),
});

/** The text of a document, divided into pages. */
export const documentPages = z.strictObject({
  items: z.array(page),
  total: z.int().describe("The number of pages that were read."),
  state: z.enum(["read", "pending", "unread"]).describe("Whether more pages may follow."),
  failure: failure.nullable().describe("Why the document was not read, or was read only in part."),
});
/** The type that `documentPages` validates. */
export type DocumentPages = z.infer<typeof documentPages>;
/** A page of the text of a document. */
export type DocumentPage = DocumentPages["items"][number];

/** The query for the documents that wait to be read: those of an asset, or all. */
export const readingForecastQuery = object({
  assetIdentifier: textBy(storedIdentifierProblem).nullable().default(null),
});

/** How many documents wait to be read, and about how long that will take. */
export const readingForecast = z.strictObject({
  waitingCount: z.int().nonnegative(),
  isAtLeast: z.boolean().describe("Whether there are more waiting documents than were counted."),
  secondsLeft: z.int().nonnegative().nullable().describe("null if it is unknown."),
});
/** The forecast as browsers receive it. */
export type ReadingForecastAnswer = z.infer<typeof readingForecast>;

/** Returns the text that was read from a document, as the preview shows it. */
export function renderDocumentPages(found: ReadDocument): DocumentPages {
  return {
    items: found.pages.map(({ number, part, lines }) => ({
      number,
      part,
      lines: lines.map((line) =>
        line.map((words) => words.map(({ text, bbox }) => ({ text, bbox: bbox && [...bbox] }))),
      ),
    })),
    total: found.total,
    state: found.state,
    failure: found.failure && pick(failure, found.failure),
  };
}
