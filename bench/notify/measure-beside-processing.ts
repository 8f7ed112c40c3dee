import { setTimeout as sleep } from "node:timers/promises";
import { inParallel } from "@/cli/external-system/in-parallel";
import { STATUS } from "@/lib/documents/rules/status";
import { drawPdf } from "@/quality/draw-pdf";
import { makeDocuments } from "@/quality/make-documents";
import { HELD_OUT } from "@/quality/templates/all-templates";
import { changeKey } from "../load/generate-load";
import { type BesideProcessing, type Latency, middleOf, toLatency } from "./figures";
import { ARRIVAL_TIMEOUT_MS, type Context, sendAndReceive } from "./send-and-receive";

/** The scope of the measurements with and without documents waiting for processing. */
export interface ProcessingPlan {
  readonly documents: number;
  readonly perSecond: number;
  readonly changes: number;
  /** An odd number, so that the median is one of the values. */
  readonly rounds: number;
}

const UPLOADS_AT_ONCE = 8;
const LOOK_AGAIN_MS = 250;

/**
 * Sends the same changes with and without documents waiting for processing, in turn.
 * @throws Error if all documents were processed before the changes were sent, because then nothing was measured
 */
export async function measureBesideProcessing(
  context: Context,
  { documents, rounds, ...rate }: ProcessingPlan,
  say: (line: string) => void,
): Promise<BesideProcessing> {
  const quiet: Pair[] = [];
  const busy: Pair[] = [];
  const pdfs = await Promise.all(
    makeDocuments(HELD_OUT, 1, false).map(({ drawn }) => drawPdf(drawn)),
  );
  const measureOnce = async () => toPair(rate.perSecond, await sendAndReceive(context, rate));
  for (let round = 0; round < rounds; round += 1) {
    await untilProcessed(context);
    quiet.push(await measureOnce());
    await handIn(context, pdfs, documents);
    busy.push(await measureOnce());
    const left = await context.servers.outbox.countUnprocessed();
    if (left === 0)
      throw new Error("All documents were processed before the last change was sent.");
    const p99s = [quiet, busy].map((pairs) => pairs.at(-1)?.receipt.p99Ms.toFixed(1));
    say(
      `  receipt p99 without and with processing: ${p99s.join(" : ")} ms, ${left} documents left`,
    );
  }
  return {
    documents,
    receipt: [middle(quiet, "receipt"), middle(busy, "receipt")],
    answer: [middle(quiet, "answer"), middle(busy, "answer")],
  };
}

interface Pair {
  readonly receipt: Latency;
  readonly answer: Latency;
}

const middle = (pairs: readonly Pair[], name: keyof Pair) =>
  middleOf(pairs.map((pair) => pair[name]));

function toPair(
  perSecond: number,
  { receiptMs, answerMs }: { receiptMs: number[]; answerMs: number[] },
): Pair {
  const load = `${perSecond}/s`;
  return { receipt: toLatency(load, receiptMs), answer: toLatency(load, answerMs) };
}

/** Resolves when the receiver has been notified of all documents, so that their creation is not measured. */
async function handIn(
  { servers: { client, notes }, signal }: Context,
  pdfs: readonly Buffer[],
  documents: number,
): Promise<void> {
  const told: string[] = [];
  const numbers = Array.from({ length: documents }, (_, number) => number);
  await inParallel(numbers, UPLOADS_AT_ONCE, async (number) => {
    signal.throwIfAborted();
    const pdf = new Blob([new Uint8Array(pdfs[number % pdfs.length] ?? [])]);
    const target = { assetIdentifier: "BLD-0001", name: `${number}.pdf` };
    const { uuid } = await client.handIn(pdf, target);
    told.push(changeKey(uuid, STATUS.uploadSuccessful));
  });
  await notes.untilAll(told, ARRIVAL_TIMEOUT_MS, signal);
}

async function untilProcessed({ servers: { outbox }, signal }: Context): Promise<void> {
  while ((await outbox.countUnprocessed()) > 0) {
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
}
