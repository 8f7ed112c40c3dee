import type {
  DocumentCount,
  DocumentListFilter,
  DocumentListPosition,
  DocumentLists,
  DocumentOrder,
} from "@/lib/documents/list-ports";
import type { ProcessingPolicy, StagedDocumentRepository } from "@/lib/documents/ports";
import { STATUS, type Status } from "@/lib/documents/rules/status";
import { getStagedDocument } from "@/lib/documents/use-cases/staged-documents";
import type { Clock } from "@/lib/kernel/ports";
import type { Person } from "@/lib/kernel/rules/actor";
import { assertInput, retryLostRace } from "@/lib/kernel/rules/errors";
import type { ReviewClaims, ReviewStatistics } from "../ports";
import { claimEnd, type ReviewClaim, sinceProblem, skipProblem } from "../rules/review-claim";

type ReviewPorts = {
  readonly documents: StagedDocumentRepository;
  readonly reviews: ReviewClaims;
  readonly clock: Clock;
};

/**
 * Holds a document for two minutes, renews the hold, or takes it over. @returns the claim that holds the document, which is
 * another reviewer's if theirs lives and is not taken over
 * @throws DomainError `staged-document-not-found`, `too-much-contention`
 */
export async function holdDocument(
  ports: ReviewPorts,
  input: { person: Person; uuid: string; takesOver: boolean },
): Promise<ReviewClaim> {
  const { uuid: documentUuid } = await getStagedDocument(ports, input.uuid);
  return retryLostRace(
    () => tryToHold(ports, documentUuid, input),
    "Other reviewers kept claiming the document. This call changed nothing. Retry it.",
  );
}

function tryToHold(
  { reviews, clock }: ReviewPorts,
  documentUuid: string,
  { person, takesOver }: { person: Person; takesOver: boolean },
): Promise<ReviewClaim | null> {
  const at = clock.now();
  return reviews.hold({ documentUuid, userId: person.id, until: claimEnd(at) }, { at, takesOver });
}

/**
 * Gives a document back, so that others are given it at once. Does nothing if the person does not hold it.
 * @throws DomainError `staged-document-not-found`
 */
export async function releaseDocument(
  ports: ReviewPorts,
  { person, uuid }: { person: Person; uuid: string },
): Promise<void> {
  const { uuid: documentUuid } = await getStagedDocument(ports, uuid);
  await ports.reviews.release({ documentUuid, userId: person.id });
}

/**
 * Puts a document off for this person until a time within the next 48 hours, and gives it back. Others are given it.
 * @throws DomainError `staged-document-not-found`, `validation-failed`
 */
export async function skipDocument(
  ports: ReviewPorts,
  { person, uuid, until }: { person: Person; uuid: string; until: Date },
): Promise<void> {
  assertInput({ "#/until": skipProblem(until, ports.clock.now()) });
  const { uuid: documentUuid } = await getStagedDocument(ports, uuid);
  await ports.reviews.skip({ documentUuid, userId: person.id, until });
}

/** How many documents of the queue are tried, one after the other, if other reviewers are faster. */
const CANDIDATES = 20;

/** The documents that wait for a person, in the order in which they are reviewed. */
export interface ReviewQueue {
  readonly filter: DocumentListFilter & { readonly statuses: readonly Status[] };
  readonly order: DocumentOrder;
}

/**
 * Returns the queue of a filter, whose statuses are replaced by those that wait for a person.
 * @param input.isOldestFirst the oldest documents first; otherwise, the most doubtful ones
 */
export async function queueOf(
  ports: { readonly processing: ProcessingPolicy },
  input: { readonly filter: DocumentListFilter; readonly isOldestFirst: boolean },
): Promise<ReviewQueue> {
  const statuses = await statusesForReview(ports);
  // Only documents that were processed have a score.
  const isOldestFirst = input.isOldestFirst || statuses.length > 1;
  const order = { by: isOldestFirst ? "created" : "score", isDescending: false } as const;
  return { filter: { ...input.filter, statuses }, order };
}

/**
 * Finds the first document of a queue that nobody else holds and that the person has not put off, and holds it for them. Each
 * call reads one page of the queue.
 * @param input.after where a call stopped that found no document although more may follow; null at first
 * @param input.except documents that the person has already been given
 * @returns `nextAfter` null unless no document was found and more may follow
 * @throws DomainError `database-unavailable`
 */
export async function nextForReview(
  ports: ReviewPorts & { readonly documentLists: DocumentLists },
  {
    person,
    ...input
  }: ReviewQueue & {
    readonly person: Person;
    readonly after: DocumentListPosition | null;
    readonly except: readonly string[];
  },
): Promise<{ uuid: string | null; nextAfter: DocumentListPosition | null }> {
  const { filter, order, after } = input;
  const unavailable = await ports.reviews.listUnavailable(person.id, ports.clock.now());
  const except = [...input.except, ...unavailable];
  const page = { after, limit: CANDIDATES, except };
  const { items, nextAfter } = await ports.documentLists.list(filter, order, page);
  for (const { uuid } of items) {
    const held = await tryToHold(ports, uuid, { person, takesOver: false });
    if (held?.userId === person.id) return { uuid, nextAfter: null };
  }
  return { uuid: null, nextAfter };
}

/**
 * Counts the documents of a queue that a person can be given, or has been given: nobody else holds them, and the person has
 * not put them off.
 * @throws DomainError `database-unavailable`
 */
export async function countLeft(
  ports: Pick<ReviewPorts, "reviews" | "clock"> & { readonly documentLists: DocumentLists },
  { person, filter }: Pick<ReviewQueue, "filter"> & { readonly person: Person },
): Promise<DocumentCount> {
  const unavailable = await ports.reviews.listUnavailable(person.id, ports.clock.now());
  return ports.documentLists.count(filter, unavailable);
}

/**
 * Counts what a person has decided since a time, which is at most 48 hours ago.
 * @throws DomainError `validation-failed`, `database-unavailable`
 */
export function countDecided(
  { reviews, clock }: { readonly reviews: ReviewStatistics; readonly clock: Clock },
  { person, since }: { readonly person: Person; readonly since: Date },
): Promise<number> {
  assertInput({ "#/since": sinceProblem(since, clock.now()) });
  return reviews.countDecided(person.id, since);
}

/** Returns the statuses of documents that wait for a person. Without processing, the one after the upload is among them. */
async function statusesForReview(ports: {
  readonly processing: ProcessingPolicy;
}): Promise<readonly Status[]> {
  const choice = await ports.processing.choice();
  return choice === "none"
    ? [STATUS.uploadSuccessful, STATUS.waitingForReview]
    : [STATUS.waitingForReview];
}
