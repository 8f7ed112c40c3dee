import type { ObjectStorage } from "@/lib/documents/ports/object-storage";
import type { StagedDocumentRepository } from "@/lib/documents/ports/staged-documents";
import { stagedObjectKey } from "@/lib/documents/rules/object-key";
import type { Clock } from "@/lib/kernel/ports/system";
import type { ErasableFile, SweepLimits, SweepRepository } from "../ports/sweep";
import { pagesOf, type SweepFailure, sweepPages } from "./sweep-pages";

const PAGE_LIMIT = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Erases the files of failed and deleted documents after their retention, and with them all that was read (decision 0049). The
 * database follows only when the bytes are gone, so that a sweep that is cut off is simply repeated.
 */
export async function sweepErasableFiles(ports: {
  documents: StagedDocumentRepository;
  sweeps: SweepRepository;
  storage: ObjectStorage;
  clock: Clock;
  sweepLimits: SweepLimits;
}): Promise<{
  filesErased: number;
  textPagesErased: number;
  failures: readonly SweepFailure[];
}> {
  const counts = { filesErased: 0, textPagesErased: 0 };
  const retentionMs = ports.sweepLimits.fileRetentionDays * DAY_MS;
  const by = new Date(ports.clock.now().getTime() - retentionMs);
  const pages = pagesOf<ErasableFile>((after) =>
    ports.sweeps.listErasable({ by, after, limit: PAGE_LIMIT }),
  );
  const failures = await sweepPages(ports, "erasable-files", {
    pages,
    subjectOf: ({ uuid }) => uuid,
    handle: async ({ uuid, objectKey, versionId }) => {
      await eraseBytes(ports.storage, uuid, { objectKey, versionId });
      counts.textPagesErased += await ports.sweeps.eraseContent(uuid, ports.clock.now());
      counts.filesErased += 1;
    },
  });
  return { ...counts, failures };
}

/** The document's own version is named, too: with `S3_VERSIONING=off`, nothing else would free it. */
async function eraseBytes(
  storage: ObjectStorage,
  uuid: string,
  { objectKey, versionId }: Pick<ErasableFile, "objectKey" | "versionId">,
): Promise<void> {
  const stagedKey = stagedObjectKey(uuid);
  if (objectKey !== null && versionId !== null) await storage.remove({ key: objectKey, versionId });
  await storage.removeAll(stagedKey);
  if (objectKey !== null && objectKey !== stagedKey) await storage.removeAll(objectKey);
}
