import type { Changes } from "@/lib/documents/ports";
import { leaseFrom } from "@/lib/documents/rules/run-start";
import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import { findMove, mayMake, STATUS } from "@/lib/documents/rules/status";
import {
  assertCurrentRun,
  changeDocumentStatus,
  type StatusReport,
} from "@/lib/documents/use-cases/change-document-status";
import { getStagedDocument } from "@/lib/documents/use-cases/staged-documents";
import { type Actor, authorOf } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ProcessingRuns } from "../ports";
import type { ProcessingRun } from "../rules/processing-run";

type ReportPorts = Parameters<typeof changeDocumentStatus>[0] & {
  processingRuns: ProcessingRuns;
  changes: Changes;
};
type Report = { actor: Actor; uuid: string } & StatusReport;

/** The response to a report: the document, and the run that the reporter has taken or renewed. */
export interface ReportedStatus {
  readonly document: StagedDocument;
  /** Null if the report did not take a run. */
  readonly lease: { readonly run: number; readonly leaseUntil: Date } | null;
}

/**
 * Sets a reported status. Reporting 3 takes a document: at status 2 by moving it, at status 3 by taking its waiting run.
 * With a run number, reporting 3 renews that run's lease, and reporting 4 or 5 settles only that run (decision 0047).
 * @throws DomainError `run-ended`, `missing-scope`, and the errors of `changeDocumentStatus`
 */
export async function reportStatus(ports: ReportPorts, report: Report): Promise<ReportedStatus> {
  if (report.status !== STATUS.processing) {
    return { document: await changeDocumentStatus(ports, report), lease: null };
  }
  if (report.run !== undefined) return renew(ports, report, report.run);
  const taken = await takeWaiting(ports, report);
  if (taken) return taken;
  const document = await changeDocumentStatus(ports, report);
  const { uuid: documentUuid, processingRun: n } = document;
  const run = n === null ? null : await ports.processingRuns.find({ documentUuid, n });
  return { document, lease: leaseOf(run) };
}

/** Returns null if the document has no run at status 3 that this actor can take. */
async function takeWaiting(
  ports: ReportPorts,
  { actor, uuid }: Report,
): Promise<ReportedStatus | null> {
  if (!mayTake(actor)) return null;
  const document = await getStagedDocument(ports, uuid);
  if (document.status !== STATUS.processing || document.processingRun === null) return null;
  const at = ports.clock.now();
  const run = await ports.processingRuns.take({
    run: { documentUuid: document.uuid, n: document.processingRun },
    ...authorOf(actor),
    at,
    leaseUntil: leaseFrom(at, ports.processing.leaseSeconds),
    processor: null,
  });
  return run && { document, lease: leaseOf(run) };
}

async function renew(
  ports: ReportPorts,
  { actor, uuid }: Report,
  n: number,
): Promise<ReportedStatus> {
  if (!mayTake(actor)) {
    throw new DomainError(
      "missing-scope",
      "To renew a run, a key needs the scope documents:process.",
    );
  }
  const document = await getStagedDocument(ports, uuid);
  assertCurrentRun(document, n);
  const leaseUntil = leaseFrom(ports.clock.now(), ports.processing.leaseSeconds);
  const isRenewed = await ports.processingRuns.renew(
    { documentUuid: document.uuid, n },
    leaseUntil,
  );
  if (isRenewed) return { document, lease: { run: n, leaseUntil } };
  throw new DomainError(
    "run-ended",
    `Run ${n} cannot be renewed: it has ended or was never taken.`,
  );
}

const mayTake = (actor: Actor) => {
  const move = findMove(STATUS.uploadSuccessful, STATUS.processing);
  return move !== null && mayMake(move, actor);
};

const leaseOf = (run: ProcessingRun | null) =>
  run?.state === "taken" && run.leaseUntil ? { run: run.n, leaseUntil: run.leaseUntil } : null;
