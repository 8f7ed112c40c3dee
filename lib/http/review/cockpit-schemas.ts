import { z } from "zod";
import type { ReviewClaim } from "@/lib/review/rules/review-claim";
import { readQuery } from "../core/requests/read-query";
import { object, time, timeText } from "../core/schemas";
import { fileUrl } from "../documents/cockpit-schemas";
import { documentCount, readDocumentCountQuery } from "../documents/document-list-schemas";
import { documentPage } from "../documents/document-page-schemas";

/** The body that claims a document, renews the claim or takes it over from another reviewer. */
export const claimBody = object({ takesOver: z.boolean("must be true or false").default(false) });

/** The claim on a document after a call. */
export const reviewClaim = z.strictObject({
  isOwn: z.boolean(),
  /** The name of the reviewer who holds the document; null if the user no longer exists. */
  name: z.string().nullable(),
  until: time,
});
/** The type that `reviewClaim` validates. */
export type HeldDocument = z.infer<typeof reviewClaim>;

/** Returns the claim as the person sees it. */
export const renderClaim = (
  { userId, until }: ReviewClaim,
  { personId, name }: { readonly personId: string; readonly name: string | null },
): HeldDocument => ({ isOwn: userId === personId, name, until: until.toISOString() });

/** The body that puts a document off. */
export const skipBody = object({ until: timeText });

const EXCEPT_MAX = 1000;

/**
 * The body that asks for the next document. `except` are those that the reviewer already has or has passed over; `cursor` is
 * from a response without a document.
 */
export const nextBody = object({
  except: z
    .array(z.uuid("must be a UUID").toLowerCase(), "must be an array")
    .max(EXCEPT_MAX, `must not have more than ${EXCEPT_MAX} items`),
  cursor: z.string("must be a string").optional(),
});

const ORDERS = ["oldest", "doubtful"] as const;
const orderQuery = object({
  order: z.enum(ORDERS, `must be one of ${ORDERS.join(", ")}`).default("oldest"),
});

/**
 * Reads which documents are reviewed, as for a count of documents, and in which order.
 * @throws DomainError `validation-failed`
 */
export function readQueueQuery(query: URLSearchParams) {
  const [own, others] = splitQuery(query, "order");
  const { order } = readQuery(own, orderQuery);
  return { filter: readDocumentCountQuery(others), isOldestFirst: order === "oldest" };
}

/** Returns the parameters with a name, and all others. */
function splitQuery(query: URLSearchParams, own: string): [URLSearchParams, URLSearchParams] {
  const of = (isOwn: boolean) =>
    new URLSearchParams([...query].filter(([name]) => (name === own) === isOwn));
  return [of(true), of(false)];
}

/**
 * A document of the queue, which the signed-in user holds; null if none was found. The queue may have more if there is a
 * cursor: the same call with that cursor looks on.
 */
export const queuedDocument = z.strictObject({
  document: z.strictObject({ page: documentPage, file: fileUrl.nullable() }).nullable(),
  nextCursor: z.string().nullable(),
});
/** The type that `queuedDocument` validates. */
export type QueuedDocumentBody = z.infer<typeof queuedDocument>;

const progressQuery = object({ since: timeText });

/**
 * Reads the queue, as `readQueueQuery` does, and since when the signed-in user's decisions count: since the start of their
 * day, which only the browser knows.
 * @throws DomainError `validation-failed`
 */
export function readProgressQuery(query: URLSearchParams) {
  const [own, others] = splitQuery(query, "since");
  return { ...readQuery(own, progressQuery), ...readQueueQuery(others) };
}

/**
 * What the signed-in user has done, how many documents of the queue are left for them, and the statuses of the documents that
 * wait for somebody to decide.
 */
export const reviewProgress = z.strictObject({
  decided: z.int(),
  left: documentCount,
  waitingStatuses: z.array(z.int()),
});
/** The type that `reviewProgress` validates. */
export type ReviewProgress = z.infer<typeof reviewProgress>;
