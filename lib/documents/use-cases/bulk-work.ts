import type { Clock, Ids } from "@/lib/kernel/ports";
import { authorOf, type Person } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type {
  BulkBatch,
  BulkResult,
  BulkRun,
  BulkStarts,
  BulkWork,
  BulkWorks,
} from "../bulk-ports";
import type {
  DocumentListFilter,
  DocumentListPosition,
  DocumentLists,
  DocumentOrder,
} from "../list-ports";
import type { ProcessingPolicy, StagedDocumentRepository } from "../ports";
import {
  BULK_BATCH_SIZE,
  BULK_DOCUMENTS_MAX,
  BULK_STALLED_MS,
  type BulkAction,
  type BulkContext,
  type BulkOrder,
  type BulkPreview,
  bulkAbandonedBy,
  bulkPreview,
  bulkRefusal,
} from "../rules/bulk-work";
import type { StagedDocument } from "../rules/staged-document";
import { STATUS } from "../rules/status";
import { changeDocumentStatus } from "./change-document-status";
import { deleteStagedDocument } from "./delete-staged-document";
import { moveToAsset } from "./move-to-asset";

type WorkPorts = { readonly bulkWorks: BulkWorks; readonly clock: Clock };
type Own = { readonly person: Person; readonly id: string };

/** Creates work without documents, which nobody else can see. Nothing happens until it is started. */
export async function createBulkWork(
  { bulkWorks, clock, ids }: WorkPorts & { readonly ids: Ids },
  person: Person,
): Promise<string> {
  const id = ids.uuid();
  await bulkWorks.create({ id, userId: person.id }, clock.now());
  return id;
}

/** The documents of a list to add: one page of it. */
export interface ListedSelection {
  readonly filter: DocumentListFilter;
  readonly order: DocumentOrder;
  readonly after: DocumentListPosition | null;
  readonly limit: number;
}

/**
 * Adds documents to work that has not been started: given ones, or a page of a list, so that each statement is short. Adding
 * a document again changes nothing. @returns how many documents the work has, and where the list continues
 * @throws DomainError `bulk-work-not-found`, `bulk-work-started`; `too-many-documents` above 10,000, for a list with its first
 * page if its count is known
 */
export async function addToBulkWork(
  ports: WorkPorts & { readonly documentLists: DocumentLists },
  { selection, ...own }: Own & { readonly selection: readonly string[] | ListedSelection },
): Promise<{ readonly count: number; readonly nextAfter: DocumentListPosition | null }> {
  const work = await getBulkWork(ports, own);
  const { uuids, nextAfter } = await readSelection(ports.documentLists, selection);
  // One more than is possible, so that the work cannot be started afterwards without the documents that were refused.
  const count = await ports.bulkWorks.add(nameOf(own), uuids, BULK_DOCUMENTS_MAX + 1);
  if (count === null) throw alreadyStarted(work);
  assertNotTooMany(count);
  return { count, nextAfter };
}

async function readSelection(
  lists: DocumentLists,
  selection: readonly string[] | ListedSelection,
): Promise<{ uuids: readonly string[]; nextAfter: DocumentListPosition | null }> {
  if (!("order" in selection)) return { uuids: selection, nextAfter: null };
  const { filter, order, ...page } = selection;
  if (page.after === null) {
    const { count, isMore } = await lists.count(filter);
    if (count !== null) assertNotTooMany(isMore ? count + 1 : count);
  }
  const { items, nextAfter } = await lists.list(filter, order, page);
  return { uuids: items.map(({ uuid }) => uuid), nextAfter };
}

function assertNotTooMany(count: number): void {
  if (count <= BULK_DOCUMENTS_MAX) return;
  const max = BULK_DOCUMENTS_MAX.toLocaleString("en");
  throw new DomainError(
    "too-many-documents",
    `More than ${max} documents are selected. Narrow the filter or the search, and start with a part of them.`,
  );
}

/**
 * Returns work of this person. @throws DomainError `bulk-work-not-found`, also for the work of others and for work that nobody
 * started within a day
 */
export async function getBulkWork({ bulkWorks, clock }: WorkPorts, own: Own): Promise<BulkWork> {
  const work = isUuid(own.id) ? await bulkWorks.find(nameOf(own)) : null;
  // The sweep may already be removing its documents.
  const isAbandoned = work?.state === "preparing" && work.createdAt <= bulkAbandonedBy(clock.now());
  if (work && !isAbandoned) return work;
  throw new DomainError(
    "bulk-work-not-found",
    "You have no such work on many documents. It is removed after 30 days, or after a day if it is not started. Select the documents again.",
  );
}

const nameOf = ({ person, id }: Own) => ({ id: id.toLowerCase(), userId: person.id });

/** Returns what an action would do to the documents of work now. @throws DomainError `bulk-work-not-found` */
export async function previewBulkWork(
  ports: WorkPorts & { readonly processing: ProcessingPolicy },
  { action, ...own }: Own & { readonly action: BulkAction },
): Promise<BulkPreview> {
  await getBulkWork(ports, own);
  const groups = await ports.bulkWorks.countGroups(nameOf(own));
  return bulkPreview(action, groups, {
    actor: own.person,
    choice: await ports.processing.choice(),
  });
}

/**
 * Starts work. Starting it again changes nothing. If the engine does not respond, the work begins when it responds again.
 * @returns the work, and the engine's error if it did not respond
 * @throws DomainError `bulk-work-not-found`, `too-many-documents`, `sign-in-required`
 */
export async function startBulkWork(
  ports: WorkPorts & { readonly bulkStarts: BulkStarts },
  { order, ...own }: Own & { readonly order: BulkOrder },
): Promise<{ readonly work: BulkWork; readonly startFailure: unknown }> {
  const { results } = await getBulkWork(ports, own);
  assertNotTooMany(results.reduce((sum, { count }) => sum + count, 0));
  const name = nameOf(own);
  const run = await ports.bulkWorks.start(name, order, {
    at: ports.clock.now(),
    author: authorOf(own.person),
    action: "bulk-work-started",
    subject: `bulk-work:${name.id}`,
  });
  let startFailure: unknown;
  if (run) {
    try {
      await ports.bulkStarts.start([run]);
    } catch (error) {
      startFailure = error;
    }
  }
  return { work: await getBulkWork(ports, own), startFailure };
}

const alreadyStarted = ({ id }: BulkWork) =>
  new DomainError(
    "bulk-work-started",
    `The work ${id} has been started, so no documents can be added. Select the documents again.`,
  );

/** Ends running work after the document that is being changed now. @throws DomainError `bulk-work-not-found` */
export async function cancelBulkWork(ports: WorkPorts, own: Own): Promise<BulkWork> {
  await getBulkWork(ports, own);
  await ports.bulkWorks.cancel(nameOf(own), ports.clock.now());
  return getBulkWork(ports, own);
}

/** Hides the result of ended work. @throws DomainError `bulk-work-not-found` */
export async function dismissBulkWork(ports: WorkPorts, own: Own): Promise<BulkWork> {
  await getBulkWork(ports, own);
  await ports.bulkWorks.dismiss(nameOf(own), ports.clock.now());
  return getBulkWork(ports, own);
}

/** Lists the documents that were left out or failed, with the reason. @throws DomainError `bulk-work-not-found` */
export async function listBulkExceptions(
  ports: WorkPorts,
  { after, limit, ...own }: Own & { readonly after: string | null; readonly limit: number },
): Promise<Awaited<ReturnType<BulkWorks["listExceptions"]>>> {
  await getBulkWork(ports, own);
  return ports.bulkWorks.listExceptions(nameOf(own), { after, limit });
}

type BatchPorts = WorkPorts &
  Parameters<typeof changeDocumentStatus>[0] & { readonly documents: StagedDocumentRepository };

/**
 * Changes the next documents of work, each like a single document and by the person who started it. It can be repeated after a
 * crash: a document that was changed is found in its history and is not changed again. An error that nobody expects fails its
 * document, so that the documents behind it go on, and is passed to `onUnexpected`.
 * @returns how many documents it handled; null if the work has ended
 * @throws DomainError about anything but a document, such as `database-unavailable`
 */
export async function runBulkBatch(
  ports: BatchPorts,
  run: BulkRun,
  onUnexpected: (uuid: string, error: unknown) => void,
): Promise<number | null> {
  const at = ports.clock.now();
  const batch = await ports.bulkWorks.beginBatch(run, { at, limit: BULK_BATCH_SIZE });
  if (!batch) return null;
  const context = { actor: personOf(batch, run), choice: await ports.processing.choice() };
  const { order, items } = batch;
  for (const item of items) {
    const { uuid } = item;
    const result = item.isDone
      ? DONE
      : await changeOne(ports, { ...context, order, ...item }).catch((error: unknown) => {
          if (error instanceof DomainError) throw error;
          onUnexpected(uuid, error);
          return UNEXPECTED;
        });
    const goesOn = await ports.bulkWorks.record(run, { uuid, ...result }, ports.clock.now());
    if (!goesOn) return null;
  }
  return items.length;
}

const DONE: BulkResult = { result: "done", reason: null };
const UNEXPECTED: BulkResult = { result: "failed", reason: "unexpected-error" };

/** Returns the person as the author of the work's changes: the work is the request that makes them. */
function personOf({ actor, sessionId }: BulkBatch, { id: requestId }: BulkRun): Person {
  const [kind, id] = actor.split(":");
  if ((kind !== "administrator" && kind !== "reviewer") || !id) {
    throw new Error(`${actor} cannot have started work`);
  }
  return { kind, id, sessionId, requestId };
}

async function changeOne(
  ports: BatchPorts,
  item: BulkContext & Pick<BulkBatch, "order"> & BulkBatch["items"][number],
): Promise<BulkResult> {
  const { uuid, run: seenRun, order, ...context } = item;
  const document = await ports.documents.find(uuid);
  if (!document) throw new Error(`the document ${uuid} is gone`);
  const refusal = bulkRefusal(order, document, { ...context, seenRun });
  if (refusal) return { result: "left-out", reason: refusal };
  try {
    await change(ports, document, item);
    return DONE;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code } = error;
    if (code === "results-changed") return { result: "left-out", reason: code };
    if (IS_ABOUT_DOCUMENT.has(code)) return { result: "failed", reason: code };
    throw error;
  }
}

/** Other domain errors are no results: the engine tries the documents again. */
const IS_ABOUT_DOCUMENT: ReadonlySet<string> = new Set([
  "invalid-transition",
  "document-not-movable",
  "too-much-contention",
]);

/** Makes the change as for a single document, provided that it is still as it was when this was decided. */
function change(
  ports: BatchPorts,
  { uuid, status, processingRun }: StagedDocument,
  { order, actor }: Pick<BulkBatch, "order"> & BulkContext,
): Promise<StagedDocument> {
  const seen = { status, run: processingRun };
  switch (order.action) {
    case "approve":
      return changeDocumentStatus(ports, { actor, uuid, status: STATUS.approved, seen });
    case "process-again":
      return changeDocumentStatus(ports, { actor, uuid, status: STATUS.processing, seen });
    case "delete": {
      const { reason, note } = order;
      return deleteStagedDocument(ports, { actor, uuid, reason, note, seen });
    }
    case "move":
      return moveToAsset(ports, { actor, uuid, assetIdentifier: order.assetIdentifier });
  }
}

const RESUMED_AT_ONCE = 100;

/** Starts work again that has not made progress for two minutes, because its event or its run was lost. */
export async function resumeBulkWork(
  ports: WorkPorts & { readonly bulkStarts: BulkStarts },
): Promise<number> {
  const at = ports.clock.now();
  const stalledSince = new Date(at.getTime() - BULK_STALLED_MS);
  const runs = await ports.bulkWorks.resume(stalledSince, { at, limit: RESUMED_AT_ONCE });
  await ports.bulkStarts.start(runs);
  return runs.length;
}
