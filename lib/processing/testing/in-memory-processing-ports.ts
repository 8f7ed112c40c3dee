import { STATUS } from "@/lib/documents/rules/status";
import {
  type InMemoryDocumentPorts,
  makeDocumentPorts,
} from "@/lib/documents/testing/in-memory-document-ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import type {
  Backlog,
  DocumentTexts,
  FileHashes,
  ProcessingStarts,
  ProcessingStatisticsSource,
  Vocabulary,
} from "../ports";
import type { DocumentClass } from "../rules/judging/judgement";
import { SHIPPED_CLASSES } from "../rules/judging/shipped-classes";
import type { RunName } from "../rules/processing-run";
import type { PageText } from "../rules/reading/page-text";
import type { ReadingSoFar } from "../rules/reading/reading-so-far";
import { createInMemoryProcessingRuns } from "./in-memory-processing-runs";
import { createInMemoryProcessor } from "./in-memory-processor";

/** Creates empty processing ports, in addition to the given document ports. */
export function makeProcessingPorts(documentPorts = makeDocumentPorts()) {
  const { documents } = documentPorts;
  return {
    ...documentPorts,
    processingRuns: createInMemoryProcessingRuns(documents),
    documentTexts: createInMemoryTexts(documentPorts),
    backlog: createInMemoryBacklog(documentPorts),
    fileHashes: createInMemoryHashes(documentPorts),
    processingStatistics: createInMemoryStatistics(documentPorts),
    vocabulary: createInMemoryVocabulary(),
    processingStarts: createInMemoryStarts(),
    processor: createInMemoryProcessor(),
  };
}

/** An engine that only records its calls. */
export interface InMemoryStarts extends ProcessingStarts {
  /** Returns the runs that were started since the last call. */
  takeStarted(): readonly RunName[];
  setAvailable(isAvailable: boolean): void;
}

function createInMemoryStarts(): InMemoryStarts {
  const started: RunName[] = [];
  let isAvailable = true;
  return {
    start: async (runs) => {
      if (!isAvailable) throw new DomainError("engine-unavailable", "The engine is switched off.");
      started.push(...runs);
    },
    takeStarted: () => started.splice(0),
    setAvailable: (value) => {
      isAvailable = value;
    },
  };
}

function createInMemoryTexts({ documents }: InMemoryDocumentPorts): DocumentTexts {
  const readings = new Map<string, ReadingSoFar>();
  const pages = new Map<string, Map<number, PageText>>();
  const key = ({ documentUuid, n }: RunName) => `${documentUuid} ${n}`;
  const inOrder = (name: string) =>
    [...(pages.get(name)?.values() ?? [])].toSorted((a, b) => a.number - b.number);
  const isCurrent = ({ documentUuid, n }: RunName) => {
    const document = documents.all().find(({ uuid }) => uuid === documentUuid);
    const run = document && documents.runs.currentOf(document);
    return document?.status === STATUS.processing && run?.n === n && run.state === "taken";
  };
  return {
    async saveBatch(run, reading, batch) {
      if (!isCurrent(run)) return false;
      readings.set(key(run), reading);
      const byNumber = pages.get(key(run)) ?? new Map<number, PageText>();
      for (const page of batch) byNumber.set(page.number, page);
      pages.set(key(run), byNumber);
      return true;
    },
    findReading: async (run) => (isCurrent(run) ? (readings.get(key(run)) ?? null) : null),
    listPages: async (run) => inOrder(key(run)),
    findPages: async (documentUuid, from, limit) => {
      const runs = [...pages.keys()].filter((name) => name.startsWith(`${documentUuid} `));
      const all = inOrder(runs.findLast((name) => inOrder(name).length > 0) ?? "");
      return {
        pages: all.filter(({ number }) => number >= from).slice(0, limit),
        total: all.length,
      };
    },
  };
}

function createInMemoryBacklog({ documents }: InMemoryDocumentPorts): Backlog {
  let isStarted = false;
  const waiting = () =>
    documents
      .all()
      .filter((each) => each.status === STATUS.uploadSuccessful && !documents.runs.currentOf(each));
  const waitingRuns = () => documents.runs.rows.filter(({ state }) => state === "waiting").length;
  return {
    count: async () => ({
      documents: waiting().length,
      waitingRuns: waitingRuns(),
      isStarted,
    }),
    start: async () => {
      isStarted = true;
    },
    async proceed(waitingMax, at) {
      const room = isStarted ? Math.max(0, waitingMax - waitingRuns()) : 0;
      const found = waiting()
        .toSorted((a, b) => Number(a.file?.verifiedAt) - Number(b.file?.verifiedAt))
        .slice(0, room);
      for (const document of found) {
        const n = (document.processingRun ?? 0) + 1;
        documents.runs.add({ documentUuid: document.uuid, n, createdAt: at });
        documents.place({ ...document, processingRun: n });
      }
      if (waiting().length === 0) isStarted = false;
      return found.length;
    },
  };
}

const createInMemoryStatistics = ({
  documents,
}: InMemoryDocumentPorts): ProcessingStatisticsSource => ({
  async measure() {
    const inState = (wanted: string) => documents.runs.rows.filter(({ state }) => state === wanted);
    const times = inState("waiting").map(({ createdAt }) => createdAt.getTime());
    return {
      runsWaiting: times.length,
      runsTaken: inState("taken").length,
      oldestWaitingAt: times.length > 0 ? new Date(Math.min(...times)) : null,
    };
  },
  async readQueue(assetIdentifier, startsSince) {
    const waiting = documents.runs.rows.filter(({ state }) => state === "waiting");
    const identifierOf = new Map(documents.all().map((each) => [each.uuid, each.assetIdentifier]));
    const own = waiting.filter(
      ({ documentUuid }) =>
        assetIdentifier === null || identifierOf.get(documentUuid) === assetIdentifier,
    );
    const lastOwnMs = Math.max(...own.map(({ createdAt }) => createdAt.getTime()));
    const [oldest] = waiting.map(({ createdAt }) => createdAt).toSorted((a, b) => +a - +b);
    return {
      totalCount: waiting.length,
      waitingCount: own.length,
      untilLastCount: waiting.filter(({ createdAt }) => createdAt.getTime() <= lastOwnMs).length,
      oldestWaitingAt: oldest ?? null,
      recentStartsAt: documents.runs.rows
        .flatMap(({ processor, takenAt }) =>
          processor !== null && takenAt && takenAt >= startsSince ? [takenAt] : [],
        )
        .toSorted((a, b) => +b - +a),
    };
  },
});

function createInMemoryHashes({ documents }: InMemoryDocumentPorts): FileHashes {
  const unhashed = () =>
    documents.all().flatMap((document) => {
      const { uuid, file, status } = document;
      if (!file || file.sha256 !== null || file.erasedAt !== null || status > 5) return [];
      const name = { documentUuid: uuid, key: file.objectKey, versionId: file.versionId };
      return [{ ...name, run: documents.runs.currentOf(document) }];
    });
  return {
    listUnhashed: async (choice, limit, after) => {
      const uuids = documents.all().map(({ uuid }) => uuid);
      const later = new Set(uuids.slice(uuids.indexOf(after ?? "") + 1));
      return unhashed()
        .filter(({ documentUuid }) => later.has(documentUuid))
        .filter(({ run }) => choice !== "builtin" || !run || run.takenBy?.startsWith("api-key:"))
        .slice(0, limit)
        .map(({ run: _, ...file }) => file);
    },
    find: async (documentUuid) =>
      unhashed().find((file) => file.documentUuid === documentUuid) ?? null,
    save: async (documentUuid, sha256, at) => {
      const document = documents.all().find(({ uuid }) => uuid === documentUuid);
      if (!document?.file) return;
      documents.place({ ...document, updatedAt: at, file: { ...document.file, sha256 } });
    },
  };
}

const createInMemoryVocabulary = (own = new Map<string, DocumentClass>()): Vocabulary => ({
  listClasses: async () => [
    ...SHIPPED_CLASSES.map((shipped) => own.get(shipped.id) ?? shipped),
    ...[...own.values()]
      .filter(({ isShipped }) => !isShipped)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  ],
  saveClass: async (saved) => {
    own.set(saved.id, saved);
  },
  listRecentClasses: async () => [],
  listKnownParties: async () => [],
});
