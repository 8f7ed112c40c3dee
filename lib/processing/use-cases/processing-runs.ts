import type { Changes, ProcessingPolicy } from "@/lib/documents/ports";
import type { Classification } from "@/lib/documents/rules/classification";
import { decideReport } from "@/lib/documents/rules/decide-report";
import { leaseFrom } from "@/lib/documents/rules/run-start";
import { STATUS } from "@/lib/documents/rules/status";
import type { Clock } from "@/lib/kernel/ports";
import { type Actor, authorOf } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { DocumentTexts, ProcessingRuns, Processor, RunSettlement, Vocabulary } from "../ports";
import { type DocumentFailure, documentFailure } from "../rules/formats/failure-texts";
import { classificationOf } from "../rules/judging/classification-of";
import type { RunName } from "../rules/processing-run";
import type { ReadFailureCode } from "../rules/reading/reading";
import { findingsOf, type ReadingSoFar } from "../rules/reading/reading-so-far";
import { storableJson } from "../rules/storing/storable-json";

/**
 * Takes a waiting run for the built-in processor, and moves the document from 2 to 3 if it is at 2. Safe to repeat.
 * @returns whether there is anything to do; false if someone else took the run or the run is over
 */
export async function takeRun(
  ports: {
    processingRuns: ProcessingRuns;
    processing: ProcessingPolicy;
    processor: Pick<Processor, "version">;
    changes: Changes;
    clock: Clock;
  },
  run: RunName,
): Promise<boolean> {
  const at = ports.clock.now();
  const leaseUntil = leaseFrom(at, ports.processing.leaseSeconds);
  const processor = ports.processor.version;
  const author = authorOf({ kind: "processor" });
  const taken = await ports.processingRuns.take({ run, ...author, at, leaseUntil, processor });
  if (taken) ports.changes.announce();
  return taken !== null;
}

type SettlePorts = {
  documentTexts: DocumentTexts;
  processingRuns: ProcessingRuns;
  processing: ProcessingPolicy;
  processor: Processor;
  vocabulary: Vocabulary;
  changes: Changes;
  clock: Clock;
};

const KNOWN_PARTIES_MAX = 2_000;

/**
 * Classifies what a run has read and hands the document to a reviewer, with its results or with the reason why there are
 * none.
 * @returns the outcome as a word for the log; `over` if someone else was first and nothing was written
 * @param options.isLastTry if true, a failing classification fails the document instead of this call
 * @throws the error of classification or the database; the call should then be retried
 */
export async function settleRun(
  ports: SettlePorts,
  run: RunName,
  options: { readonly isLastTry: boolean },
): Promise<"settled" | "over" | ReadFailureCode> {
  const leaseUntil = leaseFrom(ports.clock.now(), ports.processing.leaseSeconds);
  if (!(await ports.processingRuns.renew(run, leaseUntil))) return "over";
  const reading = await ports.documentTexts.findReading(run);
  if (!reading) return "over";
  const { sha256 } = reading;
  const classification = await judgeUnlessFailed(ports, run, { reading, ...options });
  if ("message" in classification) {
    const failed = { reason: "processing-failed", failure: classification } as const;
    const isSettled = await settle(ports, run, { ...failed, isPrediction: false, sha256 });
    return isSettled ? classification.code : "over";
  }
  const result = { reason: "processed", classification, isPrediction: true, sha256 } as const;
  return (await settle(ports, run, result)) ? "settled" : "over";
}

async function judgeUnlessFailed(
  ports: SettlePorts,
  run: RunName,
  { reading, isLastTry }: { reading: ReadingSoFar; isLastTry: boolean },
): Promise<Classification | DocumentFailure> {
  const failure = failureIn(reading);
  if (failure !== null) return failure;
  try {
    return await judge(ports, run, reading);
  } catch (cause) {
    if (!isLastTry || cause instanceof DomainError) throw cause;
    return documentFailure("processing-failed");
  }
}

function failureIn({ failure, format }: ReadingSoFar) {
  if (failure) return documentFailure(failure.code, failure.parameters);
  return format === null ? documentFailure("processing-failed") : null;
}

async function judge(
  { documentTexts, vocabulary, processor }: SettlePorts,
  run: RunName,
  reading: ReadingSoFar,
): Promise<Classification> {
  const { format, pageCount, stated } = reading;
  if (format === null) throw new Error("a file that was not read cannot be judged");
  const [pages, classes, knownParties] = await Promise.all([
    documentTexts.listPages(run),
    vocabulary.listClasses(),
    vocabulary.listKnownParties(KNOWN_PARTIES_MAX),
  ]);
  const findings = findingsOf(reading);
  const input = { format, pageCount, pages, stated, findings, classes, knownParties };
  const judgement = await processor.judge(input);
  const found = classificationOf(judgement, { pages: pageCount, processor: processor.version });
  return JSON.parse(storableJson(found));
}

/** Moves a document from 3 to 4, as the status table allows for this actor. */
export async function settle(
  { processingRuns, changes, clock }: Pick<SettlePorts, "processingRuns" | "changes" | "clock">,
  run: RunName,
  result: Pick<
    RunSettlement,
    "reason" | "failure" | "classification" | "isPrediction" | "sha256" | "onlyLapsedBy"
  >,
  actor: Actor = { kind: "processor" },
): Promise<boolean> {
  const decided = decideReport(STATUS.waitingForReview, actor)(STATUS.processing);
  if (decided.kind !== "move")
    throw new Error("the status table allows no one to hand results to review");
  const settled = await processingRuns.settle({
    uuid: run.documentUuid,
    onlyRun: run.n,
    move: decided.move,
    at: clock.now(),
    ...authorOf(actor),
    ...result,
  });
  if (settled) changes.announce();
  return settled !== null;
}

/**
 * Handles a run that the engine has given up on: its lease ends now, and the next check decides what follows. Has no
 * effect on a run that is over.
 */
export async function giveUpRun(
  ports: { processingRuns: ProcessingRuns; clock: Clock },
  run: RunName,
): Promise<void> {
  await ports.processingRuns.renew(run, ports.clock.now());
}
