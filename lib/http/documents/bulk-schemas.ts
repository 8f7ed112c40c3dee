import { z } from "zod";
import type { BulkWork, BulkWorks } from "@/lib/documents/bulk-ports";
import { BULK_ACTIONS, BULK_ENDINGS, type BulkPreview } from "@/lib/documents/rules/bulk-work";
import { needsNote } from "@/lib/documents/rules/deletion-reasons";
import { plainTextProblem } from "@/lib/kernel/rules/plain-text";
import type { DocumentClass } from "@/lib/processing/rules/judging/judgement";
import { readQuery } from "../core/requests/read-query";
import { object, pageOf, textBy, time } from "../core/schemas";
import { deleteDocumentBody, moveDocumentBody } from "./cockpit-schemas";
import { renderClassLabel } from "./render-document-page";

const UUIDS_MAX = 1000;

/** The body that adds documents: these, or if it is null, a page of the list that the query of the URL describes. */
export const addToBulkWorkBody = object({
  uuids: z
    .array(z.uuid("must be a UUID").toLowerCase(), "must be an array, or null")
    .max(UUIDS_MAX, `must not have more than ${UUIDS_MAX} items`)
    .nullable(),
});

/** How many documents are selected, and where the list continues. */
export const addedToBulkWork = z.strictObject({
  count: z.int(),
  nextCursor: z.string().nullable(),
});
/** The type that `addedToBulkWork` validates. */
export type AddedToBulkWork = z.infer<typeof addedToBulkWork>;

const actionText = z.enum(BULK_ACTIONS, `must be one of ${BULK_ACTIONS.join(", ")}`);
const previewQuery = object({ action: actionText });

/** Reads the query for a preview. @throws DomainError `validation-failed` */
export const readPreviewQuery = (query: URLSearchParams) => readQuery(query, previewQuery);

const { reason, note } = deleteDocumentBody.shape;
const CLASS_CHARACTERS_MAX = 255;
const classId = textBy((text) =>
  plainTextProblem(text, { charactersMin: 1, charactersMax: CLASS_CHARACTERS_MAX }),
);

/** The body that starts work: an action with what it needs. A null class stands for documents without a class. */
export const startBulkWorkBody = z.discriminatedUnion(
  "action",
  [
    object({ action: z.literal("approve"), documentClass: classId.nullable() }),
    object({ action: z.literal("delete"), reason, note }).refine(
      (order) => !needsNote(order.reason) || order.note !== undefined,
      { path: ["note"], message: "is required with the reason other" },
    ),
    object({
      action: z.literal("move"),
      assetIdentifier: moveDocumentBody.shape.assetIdentifier,
    }),
    object({ action: z.literal("process-again") }),
  ],
  `must have an action: ${BULK_ACTIONS.join(", ")}`,
);

/** The body that cancels running work or hides the result of ended work. */
export const changeBulkWorkBody = object({
  state: z.enum(["cancelled", "dismissed"], "must be cancelled or dismissed"),
});

/** Work on many documents. */
export const bulkWorkState = z.strictObject({
  id: z.uuid(),
  state: z.enum(["preparing", "running", "ended"]),
  action: z.enum(BULK_ACTIONS).nullable(),
  createdAt: time,
  endedAt: time.nullable(),
  ending: z.enum(BULK_ENDINGS).nullable(),
  /** The number of all documents. Those that are in none of the other numbers have not been handled. */
  documents: z.int(),
  done: z.int(),
  leftOut: z.int(),
  failed: z.int(),
});
/** The type that `bulkWorkState` validates. */
export type BulkWorkState = z.infer<typeof bulkWorkState>;

/** The signed-in user's work that runs, or whose result has not been dismissed. */
export const shownBulkWork = z.strictObject({ items: z.array(bulkWorkState) });
/** The type that `shownBulkWork` validates. */
export type ShownBulkWork = z.infer<typeof shownBulkWork>;

/** What an action would do to the selected documents. */
export const bulkPreviewBody = z.strictObject({
  possible: z.int(),
  /** The documents for which the action is possible, by class. */
  classes: z.array(
    z.strictObject({
      documentClass: z.strictObject({ id: z.string(), label: z.string() }).nullable(),
      count: z.int(),
    }),
  ),
  leftOut: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
});
/** The type that `bulkPreviewBody` validates. */
export type BulkPreviewBody = z.infer<typeof bulkPreviewBody>;

/** Documents that were left out or failed, with the reason. */
export const bulkExceptions = pageOf(
  z.strictObject({
    uuid: z.uuid(),
    name: z.string(),
    result: z.enum(["left-out", "failed"]),
    reason: z.string(),
  }),
  "The documents.",
);
/** The type that `bulkExceptions` validates. */
export type BulkExceptions = z.infer<typeof bulkExceptions>;

const EXCEPTIONS_ON_PAGE = 100;
const exceptionsQuery = object({
  cursor: z.uuid("is not a cursor that this list returned").nullable().default(null),
});

/** Reads which page of the exceptions a query requests. @throws DomainError `validation-failed` */
export const readExceptionsQuery = (query: URLSearchParams) => ({
  after: readQuery(query, exceptionsQuery).cursor,
  limit: EXCEPTIONS_ON_PAGE,
});

/** Returns work on many documents. */
export function renderBulkWork(work: BulkWork): BulkWorkState {
  const { id, state, action, createdAt, endedAt, ending, results } = work;
  const sum = (of: typeof results) => of.reduce((total, { count }) => total + count, 0);
  const countOf = (result: string) => sum(results.filter((each) => each.result === result));
  return {
    id,
    state,
    action,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    ending,
    documents: sum(results),
    done: countOf("done"),
    leftOut: countOf("left-out"),
    failed: countOf("failed"),
  };
}

/** Returns a preview with the labels of the classes. */
export const renderBulkPreview = (
  { possible, classes, leftOut }: BulkPreview,
  known: readonly DocumentClass[],
): BulkPreviewBody => ({
  possible,
  classes: classes.map(({ documentClass, count }) => ({
    documentClass: documentClass === null ? null : renderClassLabel(documentClass, known),
    count,
  })),
  leftOut: leftOut.map(({ reason: why, count }) => ({ reason: why, count })),
});

/** Returns a page of exceptions. */
export function renderBulkExceptions(
  items: Awaited<ReturnType<BulkWorks["listExceptions"]>>,
): BulkExceptions {
  const isFull = items.length === EXCEPTIONS_ON_PAGE;
  return {
    items: items.map((item) => ({ ...item })),
    nextCursor: isFull ? (items.at(-1)?.uuid ?? null) : null,
  };
}
