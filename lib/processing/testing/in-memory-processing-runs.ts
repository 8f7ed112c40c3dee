import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import { STATUS } from "@/lib/documents/rules/status";
import { moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import type { InMemoryDocuments } from "@/lib/documents/testing/in-memory-documents";
import type { KeptRun } from "@/lib/documents/testing/in-memory-runs";
import type { ProcessingRuns, RunTaking } from "../ports";
import type { ProcessingRun, RunName } from "../rules/processing-run";

/** Creates runs for the documents in memory. Must pass the same contract tests as PostgreSQL. */
export function createInMemoryProcessingRuns(documents: InMemoryDocuments): ProcessingRuns {
  const { rows } = documents.runs;
  const current = ({ documentUuid, n }: RunName) => {
    const document = documents.all().find(({ uuid }) => uuid === documentUuid);
    const run = document && documents.runs.currentOf(document);
    return document && run?.n === n ? { document, run } : null;
  };
  return {
    find: async (name) => {
      const found = rows.find(isNamed(name));
      return found ? shown(found) : null;
    },
    take: async (taking) => take(documents, current(taking.run), taking),
    async renew(name, leaseUntil) {
      const found = current(name);
      if (found?.document.status !== STATUS.processing || found.run.state !== "taken") return false;
      found.run.leaseUntil = leaseUntil;
      return true;
    },
    settle: async ({ isPrediction: _, onlyLapsedBy: by, ...move }) => {
      const lease = current({ documentUuid: move.uuid, n: move.onlyRun })?.run.leaseUntil;
      if (by && !(lease && lease <= by)) return null;
      return documents.compareAndSetStatus(move);
    },
    listWaiting: async (by, limit) =>
      rows
        .filter(({ state }) => state === "waiting")
        .filter(({ requestedAt }) =>
          by === null ? !requestedAt : requestedAt && requestedAt <= by,
        )
        .slice(0, limit)
        .map(({ documentUuid, n }) => ({ documentUuid, n })),
    async markRequested(names, { at, leaseUntil }) {
      for (const run of rows.filter((row) => names.some((name) => isNamed(name)(row)))) {
        if (run.state !== "waiting") continue;
        Object.assign(run, { requestedAt: at, leaseUntil: run.leaseUntil ?? leaseUntil });
      }
    },
    async listLapsed({ by, takenSince, waitingBy, limit }) {
      const isQueueMoving = rows.some(isTakenByUs(takenSince));
      return rows
        .filter(({ state, leaseUntil }) => {
          const until = state === "waiting" && isQueueMoving ? waitingBy : by;
          return state !== "ended" && leaseUntil && leaseUntil <= until;
        })
        .toSorted((a, b) => Number(a.leaseUntil) - Number(b.leaseUntil))
        .slice(0, limit)
        .map(shown);
    },
    async restart(name, { at, leaseUntil, isCounted }) {
      const found = current(name);
      if (!found?.run.leaseUntil || found.run.leaseUntil > at) return false;
      const { document, run } = found;
      documents.runs.endAll(document.uuid, "lapsed");
      const attempt = run.attempt + (isCounted ? 1 : 0);
      documents.runs.add({ ...name, n: run.n + 1, attempt, leaseUntil, createdAt: at });
      documents.place({ ...document, processingRun: run.n + 1 });
      return true;
    },
    repair: async (options) => repair(documents, options),
  };
}

const isTakenByUs =
  (since: Date) =>
  ({ processor, takenAt }: KeptRun): boolean =>
    processor !== null && takenAt !== null && takenAt >= since;

function take(
  documents: InMemoryDocuments,
  found: { document: StagedDocument; run: KeptRun } | null,
  { at, leaseUntil, processor, actor, requestId }: RunTaking,
): ProcessingRun | null {
  if (!found) return null;
  const { document, run } = found;
  const isOwn = run.state === "taken" && run.takenBy === actor && processor !== null;
  if (run.state !== "waiting" && !isOwn) return null;
  Object.assign(run, { state: "taken", takenBy: actor, leaseUntil, processor });
  run.takenAt ??= at;
  if (document.status === STATUS.uploadSuccessful) {
    const moved = { ...document, status: STATUS.processing, updatedAt: at, failure: null };
    documents.place(moved);
    const author = { actor, ...(requestId === undefined ? {} : { requestId }) };
    const move = moveBetween(STATUS.uploadSuccessful, STATUS.processing);
    documents.history.add({ ...moved, ...author, move, reason: "processing-started", at });
  }
  return shown(run);
}

function repair(
  documents: InMemoryDocuments,
  { at, leaseUntil, choice }: Parameters<ProcessingRuns["repair"]>[0],
): number {
  const isOurs = choice === "builtin";
  const repaired = documents.all().filter((document) => {
    const run = documents.runs.currentOf(document);
    const isProcessing = document.status === STATUS.processing;
    if (!run) return isProcessing && adopt(documents, document, { at, leaseUntil });
    if (isProcessing) {
      if (isOurs || run.state !== "waiting" || run.leaseUntil) return false;
      run.leaseUntil = leaseUntil;
      return true;
    }
    const mayWait = document.status === STATUS.uploadSuccessful && isOurs;
    if (!mayWait) documents.runs.endAll(document.uuid, "superseded");
    return !mayWait;
  });
  return repaired.length;
}

function adopt(
  documents: InMemoryDocuments,
  document: StagedDocument,
  { at, leaseUntil }: { at: Date; leaseUntil: Date },
): true {
  const n = (document.processingRun ?? 0) + 1;
  const taken = { state: "taken", takenBy: "unknown", leaseUntil } as const;
  documents.runs.add({ documentUuid: document.uuid, n, createdAt: at, ...taken });
  documents.place({ ...document, processingRun: n });
  return true;
}

const isNamed =
  ({ documentUuid, n }: RunName) =>
  (row: KeptRun) =>
    row.documentUuid === documentUuid && row.n === n;

const shown = ({
  documentUuid,
  n,
  attempt,
  state,
  leaseUntil,
  takenBy,
}: KeptRun): ProcessingRun => ({
  documentUuid,
  n,
  attempt,
  state,
  leaseUntil,
  takenBy,
});
