import type {
  ListedObject,
  ListPosition,
  ObjectStorage,
  StagedDocumentRepository,
  UploadLimits,
} from "@/lib/documents/ports";
import {
  DOCUMENTS_PREFIX,
  documentOfKey,
  positionAt,
  STAGED_PREFIX,
} from "@/lib/documents/rules/object-key";
import type { Clock } from "@/lib/kernel/ports";
import type { DocumentObjects, SweepLimits, SweepRepository } from "../ports";
import { isLeftover } from "../rules/leftover";
import { type SweepFailure, sweepPages } from "./sweep-pages";

type LeftoverPorts = {
  documents: StagedDocumentRepository;
  sweeps: SweepRepository;
  storage: ObjectStorage;
  clock: Clock;
  limits: UploadLimits;
  sweepLimits: SweepLimits;
};

/** The maximum that S3 lists per call. */
const PAGE_LIMIT = 1000;

/** Few enough documents for PostgreSQL to look each of them up instead of reading the whole table. */
const OWNERS_LIMIT = 250;

/**
 * Twice the longest possible lifetime of an upload URL and its grace period; older documents are checked only on request.
 */
const LOOK_BACK_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes versions that are no longer needed: unreported uploads, and copies made by reports that were interrupted or
 * lost a race. `isLeftover` decides, with one statement per 250 documents.
 */
export async function sweepLeftovers(
  ports: LeftoverPorts,
  input: { isWholeStore: boolean },
): Promise<{
  leftoversRemoved: number;
  unknownObjectsKept: number;
  failures: readonly SweepFailure[];
}> {
  const counts = { leftoversRemoved: 0, unknownObjectsKept: 0 };
  const now = ports.clock.now();
  const rules = { now, ...ports.limits, ...ports.sweepLimits };
  const since = new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS);
  async function* leftovers() {
    for await (const page of pagesOfStore(ports.storage, input.isWholeStore ? null : since)) {
      const owners = await findOwners(ports, page);
      const ownerOf = ({ key }: ListedObject) => owners.get(documentOfKey(key) ?? "") ?? null;
      const removable = page.filter((object) => isLeftover(object, ownerOf(object), rules));
      const isUnknown = (object: ListedObject) => ownerOf(object) === null;
      counts.unknownObjectsKept +=
        page.filter(isUnknown).length - removable.filter(isUnknown).length;
      yield removable;
    }
  }
  const failures = await sweepPages(ports, "leftovers", {
    pages: leftovers(),
    subjectOf: ({ key }) => key,
    handle: async (object) => {
      await ports.storage.remove(object);
      counts.leftoversRemoved += 1;
    },
  });
  return { ...counts, failures };
}

/**
 * In a store with versions, all documents stay under the uploads' prefix. Therefore, only uploads created after `since`
 * and one page of the oldest uploads are read. In a store without versions, that page contains leftovers that an earlier
 * sweep could not remove.
 */
async function* pagesOfStore(storage: LeftoverPorts["storage"], since: Date | null) {
  const start = (key: string): ListPosition => ({ key, versionId: null });
  if (since === null) {
    yield* pagesBelow(storage, STAGED_PREFIX, start(""));
    yield* pagesBelow(storage, DOCUMENTS_PREFIX, start(""));
    return;
  }
  const stagedFrom = positionAt(STAGED_PREFIX, since);
  const oldest = await storage.list(STAGED_PREFIX, start(""), PAGE_LIMIT);
  yield oldest.objects.filter(({ key }) => key <= stagedFrom);
  yield* pagesBelow(storage, STAGED_PREFIX, start(stagedFrom));
  yield* pagesBelow(storage, DOCUMENTS_PREFIX, start(positionAt(DOCUMENTS_PREFIX, since)));
}

/**
 * Reads one page ahead, so that the version that marks the start of the next page is not removed before that page has
 * been read.
 */
async function* pagesBelow(storage: LeftoverPorts["storage"], prefix: string, from: ListPosition) {
  let page = await storage.list(prefix, from, PAGE_LIMIT);
  for (;;) {
    const following = page.next && (await storage.list(prefix, page.next, PAGE_LIMIT));
    yield page.objects;
    if (!following) return;
    page = following;
  }
}

async function findOwners(
  { sweeps }: LeftoverPorts,
  page: readonly ListedObject[],
): Promise<ReadonlyMap<string, DocumentObjects>> {
  const uuids = [...new Set(page.flatMap(({ key }) => documentOfKey(key) ?? []))];
  const owners = new Map<string, DocumentObjects>();
  for (let start = 0; start < uuids.length; start += OWNERS_LIMIT) {
    const found = await sweeps.findObjects(uuids.slice(start, start + OWNERS_LIMIT));
    for (const owner of found) owners.set(owner.uuid, owner);
  }
  return owners;
}
