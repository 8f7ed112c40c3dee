import type { AuditNote } from "@/lib/kernel/rules/audit";
import type {
  BulkResult,
  BulkRun,
  BulkStarts,
  BulkWork,
  BulkWorks,
  OwnBulkWork,
} from "../bulk-ports";
import type { BulkEnding, BulkGroup, BulkOrder } from "../rules/bulk-work";
import type { StagedDocument } from "../rules/staged-document";
import type { InMemoryDocuments } from "./in-memory-documents";

interface StoredItem {
  readonly run: number | null;
  result: BulkResult | null;
}

interface StoredWork {
  readonly userId: string;
  readonly items: Map<string, StoredItem>;
  readonly work: Omit<BulkWork, "results">;
  readonly generation: number;
  readonly started: { readonly order: BulkOrder; readonly author: AuditNote["author"] } | null;
  readonly progressedAt: Date;
  readonly isDismissed: boolean;
}

/** In-memory work on many documents that meets the same contract as the PostgreSQL adapter. */
export interface InMemoryBulkWorks extends BulkWorks {
  /** Makes the checks of everyone's sessions fail with this ending. */
  endSessions(ending: BulkEnding): void;
  /** The audit notes written so far. */
  readonly notes: readonly AuditNote[];
}

/** Creates an empty store of work on these documents. Everyone's session is open. */
export function createInMemoryBulkWorks(documents: Documents): InMemoryBulkWorks {
  const store = createStore();
  const notes: AuditNote[] = [];
  let sessionEnding: BulkEnding | null = null;
  return {
    ...ownersPart(store, documents, notes),
    ...enginesPart(store, documents, () => sessionEnding),
    notes,
    endSessions: (ending) => {
      sessionEnding = ending;
    },
  };
}

type Documents = Pick<InMemoryDocuments, "all" | "history" | "assetMoves">;

function createStore() {
  const works = new Map<string, StoredWork>();
  const update = (stored: StoredWork, changes: Partial<StoredWork>) =>
    void works.set(stored.work.id, { ...stored, ...changes });
  return {
    works,
    update,
    own: ({ id, userId }: OwnBulkWork) => {
      const stored = works.get(id);
      return stored?.userId === userId ? stored : null;
    },
    end: (stored: StoredWork, ending: BulkEnding, endedAt: Date) =>
      update(stored, { work: { ...stored.work, state: "ended", ending, endedAt } }),
  };
}

const hasEnded = ({ work }: StoredWork) => work.state === "ended";

const DONE: BulkResult = { result: "done", reason: null };

const itemsOf = (stored: StoredWork) =>
  [...stored.items].toSorted(([one], [other]) => (one < other ? -1 : 1));

type EnginesMethods = "beginBatch" | "record" | "giveUp" | "resume";

function ownersPart(
  { works, update, own, end }: ReturnType<typeof createStore>,
  documents: Documents,
  notes: AuditNote[],
): Omit<BulkWorks, EnginesMethods> {
  const documentOf = (uuid: string) => documents.all().find((document) => document.uuid === uuid);
  return {
    create: async ({ id, userId }, createdAt) =>
      void works.set(id, {
        userId,
        items: new Map(),
        work: { id, state: "preparing", action: null, createdAt, endedAt: null, ending: null },
        generation: 0,
        started: null,
        progressedAt: createdAt,
        isDismissed: false,
      }),
    async add(name, uuids, documentsMax) {
      const stored = own(name);
      if (stored?.work.state !== "preparing") return null;
      for (const document of uuids.flatMap((uuid) => documentOf(uuid) ?? [])) {
        const item = { run: document.processingRun, result: null };
        const isFull = stored.items.size >= documentsMax;
        if (!isFull && !stored.items.has(document.uuid)) stored.items.set(document.uuid, item);
      }
      return stored.items.size;
    },
    async find(name) {
      const stored = own(name);
      return stored && withResults(stored);
    },
    listShown: async (userId, limit) =>
      [...works.values()]
        .filter((stored) => stored.userId === userId && stored.work.state !== "preparing")
        .filter(({ isDismissed }) => !isDismissed)
        .toReversed()
        .toSorted((one, other) => Number(hasEnded(one)) - Number(hasEnded(other)))
        .slice(0, limit)
        .map(withResults),
    async countGroups(name) {
      const stored = own(name);
      return groupsOf([...(stored?.items.keys() ?? [])].flatMap((uuid) => documentOf(uuid) ?? []));
    },
    async listExceptions(name, { after, limit }) {
      const stored = own(name);
      return (stored ? itemsOf(stored) : [])
        .filter(([uuid]) => after === null || uuid > after)
        .flatMap(([uuid, { result }]) =>
          result && result.result !== "done"
            ? [{ uuid, name: documentOf(uuid)?.name ?? "", ...result }]
            : [],
        )
        .slice(0, limit);
    },
    async start(name, order, note) {
      const stored = own(name);
      if (stored?.work.state !== "preparing") return null;
      notes.push(note);
      const work = { ...stored.work, state: "running", action: order.action } as const;
      const started = { order, author: note.author };
      update(stored, { work, started, generation: 1, progressedAt: note.at });
      return { id: name.id, generation: 1 };
    },
    async cancel(name, at) {
      const stored = own(name);
      if (stored?.work.state !== "running") return false;
      end(stored, "cancelled", at);
      return true;
    },
    async dismiss(name) {
      const stored = own(name);
      if (stored?.work.state === "ended") update(stored, { isDismissed: true });
    },
  };
}

function enginesPart(
  { works, update, end }: ReturnType<typeof createStore>,
  documents: Documents,
  sessionEnding: () => BulkEnding | null,
): Pick<BulkWorks, EnginesMethods> {
  const isChangedBy = (id: string, uuid: string) =>
    documents.history.rows.some((row) => row.uuid === uuid && row.requestId === id) ||
    documents.assetMoves.some((move) => move.uuid === uuid && move.requestId === id);
  const running = ({ id, generation }: BulkRun) => {
    const stored = works.get(id);
    return stored?.work.state === "running" && stored.generation === generation ? stored : null;
  };
  return {
    async beginBatch(run, { at, limit }) {
      const stored = running(run);
      if (!stored?.started) return null;
      const { order, author } = stored.started;
      const items = itemsOf(stored)
        .filter(([, { result }]) => result === null)
        .slice(0, limit)
        .map(([uuid, item]) => ({ uuid, run: item.run, isDone: isChangedBy(run.id, uuid) }));
      const ending = sessionEnding() ?? (items.length === 0 ? "finished" : null);
      if (ending) {
        end(stored, ending, at);
        return null;
      }
      update(stored, { progressedAt: at });
      return { order, actor: author.actor, sessionId: author.sessionId ?? "", items };
    },
    async record(run, { uuid, ...result }, at) {
      const item = works.get(run.id)?.items.get(uuid);
      if (item && !item.result) item.result = isChangedBy(run.id, uuid) ? DONE : result;
      const stored = running(run);
      if (stored) update(stored, { progressedAt: at });
      return stored !== null;
    },
    async giveUp(run, at) {
      const stored = running(run);
      if (stored) end(stored, "failed", at);
    },
    async resume(stalledSince, { at, limit }) {
      for (const { work, items } of works.values()) {
        if (!work.endedAt || work.endedAt < stalledSince) continue;
        for (const [uuid, item] of items) {
          if (!item.result && isChangedBy(work.id, uuid)) item.result = DONE;
        }
      }
      const stalled = [...works.values()]
        .filter(
          ({ work, progressedAt }) => work.state === "running" && progressedAt <= stalledSince,
        )
        .slice(0, limit);
      return stalled.map((stored) => {
        const generation = stored.generation + 1;
        update(stored, { generation, progressedAt: at });
        return { id: stored.work.id, generation };
      });
    },
  };
}

function withResults({ work, items }: StoredWork): BulkWork {
  const counts = new Map<string, BulkWork["results"][number]>();
  for (const { result: stored } of items.values()) {
    const { result, reason } = stored ?? { result: null, reason: null };
    const key = `${result} ${reason}`;
    counts.set(key, { result, reason, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return { ...work, results: [...counts.values()] };
}

function groupsOf(documents: readonly StagedDocument[]): readonly BulkGroup[] {
  const groups = new Map<string, BulkGroup>();
  for (const { status, classification } of documents) {
    const documentClass = classification?.documentClass ?? null;
    const key = `${status} ${documentClass}`;
    groups.set(key, { status, documentClass, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}

/** Remembers the runs that were started; rejects while the engine is down. */
export function createInMemoryBulkStarts(): BulkStarts & {
  readonly started: readonly BulkRun[];
  fail(error: Error | null): void;
} {
  const started: BulkRun[] = [];
  let failure: Error | null = null;
  return {
    started,
    fail: (error) => {
      failure = error;
    },
    async start(runs) {
      if (failure) throw failure;
      started.push(...runs);
    },
  };
}
