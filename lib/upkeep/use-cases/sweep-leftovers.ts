import type { ListedObject, ObjectStorage } from "@/lib/documents/ports/object-storage";
import type { StagedDocumentRepository } from "@/lib/documents/ports/staged-documents";
import type { UploadLimits } from "@/lib/documents/ports/upload-limits";
import {
  DOCUMENTS_PREFIX,
  documentOfKey,
  documentsPositionAt,
  STAGED_PREFIX,
} from "@/lib/documents/rules/object-key";
import type { Clock } from "@/lib/kernel/ports/system";
import type { DocumentObjects, SweepLimits, SweepRepository } from "../ports/sweep";
import { isLeftover } from "../rules/leftover";
import { pagesOf, type SweepFailure, sweepPages } from "./sweep-pages";

type LeftoverPorts = {
  documents: StagedDocumentRepository;
  sweeps: SweepRepository;
  storage: ObjectStorage;
  clock: Clock;
  limits: UploadLimits;
  sweepLimits: SweepLimits;
};

/** As many as S3 lists at once. */
const PAGE_LIMIT = 1000;

/** So few that PostgreSQL looks each document up instead of reading the whole table. */
const OWNERS_LIMIT = 250;

/** Twice as long as an upload URL and the grace can last together; older copies are looked at on request only. */
const LOOK_BACK_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes the objects that nothing needs any more: uploads of documents that are settled, copies of reports that were cut
 * off or lost their race. `isLeftover` decides, from one statement for each 250 documents.
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
  const from = input.isWholeStore ? "" : documentsPositionAt(since);
  async function* leftovers() {
    for await (const page of pagesOfStore(ports.storage, from)) {
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
    handle: async ({ key }) => {
      await ports.storage.remove(key);
      counts.leftoversRemoved += 1;
    },
  });
  return { ...counts, failures };
}

async function* pagesOfStore(storage: LeftoverPorts["storage"], documentsFrom: string) {
  const listBelow = (prefix: string, from: string) =>
    pagesOf<ListedObject>((last) => storage.list(prefix, last?.key ?? from, PAGE_LIMIT));
  yield* listBelow(STAGED_PREFIX, "");
  yield* listBelow(DOCUMENTS_PREFIX, documentsFrom);
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
