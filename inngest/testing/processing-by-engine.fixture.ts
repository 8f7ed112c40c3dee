import type { Database } from "@/lib/adapters/postgres/core/database";
import { runsInPostgres } from "@/lib/adapters/postgres/processing/runs-in-postgres.fixture";
import type { ProcessorChoice } from "@/lib/documents/rules/run-start";
import { ALL } from "@/lib/documents/testing/documents.fixture";
import { createFixedProcessingPolicy } from "@/lib/documents/testing/fixed-processing-policy";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import { createStagedDocument } from "@/lib/documents/use-cases/create-staged-document";
import { makePorts } from "@/lib/http/testing/in-memory-ports";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { createProcessDocumentFunction, type ProcessingEvent } from "../functions/process-document";
import { createHashFilesFunction, createWatchProcessingFunction } from "../functions/schedules";
import { createProcessingStarts } from "../processing-starts";
import { createProcessingWatch, type LookResult } from "../processing-watch";
import { type EngineUnderTest, openEngine } from "./engine.fixture";

export const PROCESS = "stagedoor-process-document";
export const HASH = "stagedoor-hash-files";
const AWAKE_MS = 120_000;
const actor = anApiKeyActor();

/**
 * Sets up processing as in production: rows in PostgreSQL, events sent over HTTP, the real SDK and one clock for
 * everything. Only the processor and the object store are in memory.
 * @param change returns the ports that the test replaces
 */
export async function arrangeProcessing(
  database: Database,
  options: {
    readonly choice?: ProcessorChoice;
    readonly concurrency?: number;
    readonly change?: (ports: ProcessingEnginePorts) => Partial<ProcessingEnginePorts>;
  } = {},
) {
  const engine = await openEngine();
  const real = makeProcessingEnginePorts(database, engine, options.choice ?? "builtin");
  const ports = { ...real, ...options.change?.(real) };
  const processed: ProcessingEvent[] = [];
  const onProcessing = (event: ProcessingEvent) => void processed.push(event);
  const looks: LookResult[] = [];
  const onLook = (found: LookResult) => void looks.push(found);
  const processingWatch = createProcessingWatch({ ports, logger: engine.logger, onLook });
  const parts = { ...engine, ports, processingWatch, onProcessing };
  await engine.start([
    createProcessDocumentFunction({ ...parts, processorConcurrency: options.concurrency ?? 1 }),
    createWatchProcessingFunction(parts),
    createHashFilesFunction(parts),
  ]);
  const report = (uuid: string, status: number) =>
    changeDocumentStatus(ports, { actor, uuid, status });
  return {
    engine,
    ports,
    processor: real.processor,
    report,
    processingWatch,
    /** The reported steps and checks, in the order in which they were reported. */
    processed,
    looks,
    /** Creates, uploads and reports a document with this text. Its processing has not started yet. */
    upload: (text: string) => upload(ports, text),
    /** Runs everything that the last commit triggers, without advancing the clock. */
    settle: async () => {
      await processingWatch.runOnce();
      await engine.settle();
    },
    find: (uuid: string) => ports.documents.find(uuid),
    moves: async (uuid: string) =>
      (await ports.documents.listStatusChanges(uuid, ALL))?.map(
        ({ previousStatus, currentStatus, actor: who }) =>
          `${previousStatus}→${currentStatus} ${who.split(":")[0]}`,
      ),
    passSeconds: (seconds: number) => engine.passUntil(engine.now() + seconds * 1000),
    /**
     * Advances the clock by two minutes or more, as if the machine slept until the last two minutes, because the ticks of
     * hours in which nothing is to be done would take most of a test's time.
     */
    sleepSeconds: async (seconds: number) => {
      const endMs = engine.now() + seconds * 1000;
      await engine.sleepUntil(endMs - AWAKE_MS);
      await engine.passUntil(endMs);
    },
  };
}

/** The ports that this processing uses. */
export type ProcessingEnginePorts = ReturnType<typeof makeProcessingEnginePorts>;

const makeProcessingEnginePorts = (
  database: Database,
  engine: EngineUnderTest,
  choice: ProcessorChoice,
) => ({
  ...makePorts(),
  ...runsInPostgres(database),
  clock: engine.clock,
  processing: createFixedProcessingPolicy(choice),
  processingStarts: createProcessingStarts(engine.settings, engine.logger),
});

async function upload(ports: ProcessingEnginePorts, text: string): Promise<string> {
  const { document, uploadSignedUrl } = await createStagedDocument(ports, {
    actor,
    assetIdentifier: "BLD-0001",
    name: "letter.txt",
    folder: null,
    sizeBytes: null,
  });
  const put = await ports.storage.fetch(uploadSignedUrl, { method: "PUT", body: text });
  if (put.status !== 200) throw new Error(`the upload answered ${put.status}`);
  await changeDocumentStatus(ports, { actor, uuid: document.uuid, status: 2 });
  return document.uuid;
}
