import type {
  Changes,
  ContentErasures,
  ObjectStorage,
  ProcessingPolicy,
  StagedDocumentRepository,
  StatusMove,
  UploadLimits,
} from "@/lib/documents/ports";
import { decideReport } from "@/lib/documents/rules/decide-report";
import { leaseFrom, runStartOf } from "@/lib/documents/rules/run-start";
import type { ChangeReason, Failure } from "@/lib/documents/rules/staged-document";
import { STATUS, type Status } from "@/lib/documents/rules/status";
import { discardVerified, verifyUpload } from "@/lib/documents/use-cases/verify-upload";
import type { Clock, Ids } from "@/lib/kernel/ports";
import { authorOf } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { SweepLimits, SweepPosition, SweepRepository } from "../ports";
import { pagesOf, type SweepFailure, sweepPages } from "./sweep-pages";

/** The ports that the use cases of a sweep need. `sweepAwaitedUploads` needs all of them. */
export type SweepPorts = {
  documents: StagedDocumentRepository;
  changes: Changes;
  contentErasures: ContentErasures;
  sweeps: SweepRepository;
  storage: ObjectStorage;
  clock: Clock;
  ids: Ids;
  limits: UploadLimits;
  sweepLimits: SweepLimits;
  processing: ProcessingPolicy;
};

/** The outcome for a document that was waiting for its upload. */
type AwaitedOutcome = "uploadsFound" | "uploadsGivenUp" | "uploadsLeft";

const PAGE_LIMIT = 100;
const SWEEPER = { kind: "sweeper" } as const;

/**
 * Settles documents whose upload was not reported in time: an existing file becomes the document's file after the same
 * check as for a report; otherwise the upload fails. If another call moves or renews the document first, that call wins.
 */
export async function sweepAwaitedUploads(
  ports: SweepPorts,
): Promise<Record<AwaitedOutcome, number> & { failures: readonly SweepFailure[] }> {
  const counts = { uploadsFound: 0, uploadsGivenUp: 0, uploadsLeft: 0 };
  const graceMs = ports.sweepLimits.uploadGraceSeconds * 1000;
  const by = new Date(ports.clock.now().getTime() - graceMs);
  const pages = pagesOf<SweepPosition>((after) =>
    ports.sweeps.listAwaited({ by, after, limit: PAGE_LIMIT }),
  );
  const failures = await sweepPages(ports, "awaited-uploads", {
    pages,
    subjectOf: ({ uuid }) => uuid,
    handle: async ({ uuid }) => {
      counts[await decideAwaited(ports, uuid, by)] += 1;
    },
  });
  return { ...counts, failures };
}

/**
 * A failed upload is final, and a missing bucket looks like an upload that never arrived, so the bucket is checked last.
 */
async function decideAwaited(ports: SweepPorts, uuid: string, by: Date): Promise<AwaitedOutcome> {
  const file = await verifyUpload(ports, uuid).catch(failureOrThrow);
  if (file === "changed") return "uploadsLeft";
  const at = ports.clock.now();
  if ("code" in file) {
    if (file.code === "upload-expired") await ports.storage.checkReachable();
    const move = aMove(uuid, STATUS.uploadFailed, "upload-expired", at);
    const failed = await ports.documents.compareAndSetStatus({
      ...move,
      failure: file,
      uploadExpiredBy: by,
    });
    if (failed) ports.changes.announce();
    return failed ? "uploadsGivenUp" : "uploadsLeft";
  }
  const move = aMove(uuid, STATUS.uploadSuccessful, "upload-found", at);
  const begins = await runOf(ports, move);
  const found = await ports.documents.compareAndSetStatus({
    ...move,
    file,
    uploadExpiredBy: by,
    begins,
  });
  if (found) {
    ports.changes.announce();
    return "uploadsFound";
  }
  await discardVerified(ports, file);
  return "uploadsLeft";
}

/** Returns the sweep's move to this status, which the table must allow. */
function aMove(uuid: string, to: Status, reason: ChangeReason, at: Date): StatusMove {
  const decided = decideReport(to, SWEEPER)(STATUS.waitingForUpload);
  if (decided.kind !== "move") throw new Error(`the table lets no sweeper move to ${to}`);
  return { uuid, move: decided.move, ...authorOf(SWEEPER), reason, at };
}

async function runOf({ processing }: SweepPorts, { move, actor, at }: StatusMove) {
  const leaseUntil = leaseFrom(at, processing.leaseSeconds);
  return runStartOf(move, { choice: await processing.choice(), actor, leaseUntil });
}

/** A permanent problem is a failure; a file that changed during the check is left for the next sweep. */
function failureOrThrow(error: unknown): Failure | "changed" {
  if (!(error instanceof DomainError)) throw error;
  if (error.code === "file-changed") return "changed";
  const failure = FAILURES.get(error.code);
  if (!failure) throw error;
  return failure;
}

const AGAIN = "Create a new document to try again.";
const FAILURES: ReadonlyMap<string, Failure> = new Map([
  [
    "file-not-uploaded",
    {
      code: "upload-expired",
      message: `No file was uploaded before the upload URL expired. ${AGAIN}`,
    },
  ],
  [
    "file-empty",
    { code: "file-empty", message: `The upload was not reported, and its file is empty. ${AGAIN}` },
  ],
  [
    "file-too-large",
    {
      code: "file-too-large",
      message: `The upload was not reported, and its file is larger than the limit. ${AGAIN}`,
    },
  ],
]);
