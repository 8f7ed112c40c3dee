import type {
  ContentErasures,
  ObjectStorage,
  PendingRemoval,
  StagedDocumentRepository,
} from "@/lib/documents/ports";
import { removeBytes } from "@/lib/documents/use-cases/delete-staged-document";
import type { Clock } from "@/lib/kernel/ports";
import type { ErasableFile, SweepLimits, SweepRepository } from "../ports";
import { pagesOf, type SweepFailure, sweepPages } from "./sweep-pages";

type ErasurePorts = {
  documents: StagedDocumentRepository;
  contentErasures: ContentErasures;
  sweeps: SweepRepository;
  storage: ObjectStorage;
  clock: Clock;
  sweepLimits: SweepLimits;
};

const PAGE_LIMIT = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes the files of documents that a user erased while the store did not respond. Also erases the files of failed and
 * deleted documents after their retention period, with everything that was read from them (decisions 0049 and 0055). A
 * document is marked only after its bytes are gone, so an interrupted sweep can simply be repeated.
 */
export async function sweepErasableFiles(ports: ErasurePorts): Promise<{
  filesErased: number;
  textPagesErased: number;
  failures: readonly SweepFailure[];
}> {
  const counts = { filesErased: 0, textPagesErased: 0 };
  const failures = await sweepPages(ports, "erasable-files", {
    pages: erasableFiles(ports),
    subjectOf: ({ uuid }) => uuid,
    handle: async (file) => {
      await removeBytes(ports.storage, file.uuid, file);
      if (file.isMarked) await ports.contentErasures.settle(file.uuid);
      else {
        counts.textPagesErased += await ports.sweeps.eraseContent(file.uuid, ports.clock.now());
      }
      counts.filesErased += 1;
    },
  });
  return { ...counts, failures };
}

async function* erasableFiles({ contentErasures, sweeps, clock, sweepLimits }: ErasurePorts) {
  const marked = pagesOf<PendingRemoval>((after) => contentErasures.listPending(after, PAGE_LIMIT));
  for await (const page of marked) yield page.map((file) => ({ ...file, isMarked: true }));
  const by = new Date(clock.now().getTime() - sweepLimits.fileRetentionDays * DAY_MS);
  const overdue = pagesOf<ErasableFile>((after) =>
    sweeps.listErasable({ by, after, limit: PAGE_LIMIT }),
  );
  for await (const page of overdue) yield page.map((file) => ({ ...file, isMarked: false }));
}
