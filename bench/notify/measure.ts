import { setTimeout as sleep } from "node:timers/promises";
import { inParallel } from "@/cli/external-system/in-parallel";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { STATUS } from "@/lib/documents/rules/status";
import { drawPdf } from "@/quality/draw-pdf";
import { makeDocuments } from "@/quality/make-documents";
import { HELD_OUT } from "@/quality/templates/all-templates";
import {
  type Answered,
  changeKey,
  createStagedoorRequests,
  sendAtRate,
} from "../load/generate-load";
import { startBare, startNotifyingProduct } from "../load/start";
import type { BenchSurroundings } from "../report/report";
import type { BareDrainConfiguration } from "./bare-drain";
import {
  type BesideProcessing,
  type Drain,
  type Latency,
  middleOf,
  type NotifyFigures,
  type Turns,
  toLatency,
} from "./figures";
import { openOutbox } from "./outbox";

/** The scope of the measurements. */
export interface Plan {
  readonly rates: readonly {
    readonly load: string;
    readonly perSecond: number;
    readonly changes: number;
  }[];
  readonly warmUpChanges: number;
  readonly backlog: number;
  readonly stream: number;
  /** How often the product and the bare drain take turns. An odd number, so that the median is one of the values. */
  readonly drainRounds: number;
  /** The scope for measuring the API's response times while the receiver accepts and while it hangs, in turn. */
  readonly hanging: {
    readonly perSecond: number;
    readonly changes: number;
    readonly rounds: number;
  };
  /** The scope for measuring how processing affects receipts and the API's response times. */
  readonly processing: ProcessingPlan;
}

const WARM_UP_PER_SECOND = 100;

/** Measures everything in one run, on one database and with one receiver. */
export async function measure(
  servers: NotifyServers,
  plan: Plan,
  { signal, say }: { signal: AbortSignal; say: (line: string) => void },
): Promise<NotifyFigures> {
  const context = { servers, signal };
  await sendAndReceive(context, { perSecond: WARM_UP_PER_SECOND, changes: plan.warmUpChanges });
  const receipt: Latency[] = [];
  for (const rate of plan.rates) {
    const { receiptMs } = await sendAndReceive(context, rate);
    const latency = toLatency(rate.load, receiptMs);
    receipt.push(latency);
    say(`  ${rate.load}: p50 ${latency.p50Ms.toFixed(1)} ms, p99 ${latency.p99Ms.toFixed(1)} ms`);
  }
  const backlog = await inTurns(context, plan.drainRounds, plan.backlog, "backlog", say);
  const stream = await inTurns(context, plan.drainRounds, plan.stream, "stream", say);
  const { accepting, hanging } = await measureHanging(context, plan.hanging);
  const processing = await measureBesideProcessing(context, plan.processing, say);
  return { receipt, backlog, stream, accepting, hanging, processing };
}

type Kind = "backlog" | "stream";

/** Lets the product and the bare drain take turns sending the same number of changes. */
async function inTurns(
  context: Context,
  rounds: number,
  changes: number,
  kind: Kind,
  say: (line: string) => void,
): Promise<Turns> {
  const product: Drain[] = [];
  const bare: Drain[] = [];
  for (let round = 0; round < rounds; round += 1) {
    product.push(await drainProduct(context, changes, kind));
    bare.push(await drainBare(context, changes, kind));
    context.signal.throwIfAborted();
    const rates = [product, bare].map((done) => Math.round(done.at(-1)?.changesPerSecond ?? 0));
    say(`  ${kind}: ${rates.join(" : ")} changes/s`);
  }
  return { product, bare };
}

/** Inserting rows with SQL does not wake the relay. A change through the API wakes it, as every change does. */
async function drainProduct(
  { servers, signal }: Context,
  changes: number,
  kind: Kind,
): Promise<Drain> {
  const { outbox } = servers;
  const uuids = await outbox.makeWaiting(1);
  const write = kind === "stream" ? await outbox.prepareStream("product", changes) : noMore;
  return timeDrain(servers, changes + 1, async () => {
    if (kind === "backlog") await outbox.makeBacklog(changes);
    const startMs = performance.now();
    await Promise.all([reportAll({ servers, signal }, uuids, 1), write()]);
    return startMs;
  });
}

async function drainBare({ servers }: Context, changes: number, kind: Kind): Promise<Drain> {
  const { outbox } = servers;
  const write = kind === "stream" ? await outbox.prepareStream("bare", changes) : noMore;
  const drain = await servers.startBareDrain();
  try {
    return await timeDrain(servers, changes, async () => {
      if (kind === "backlog") await outbox.makeBareBacklog(changes);
      const startMs = performance.now();
      await write();
      return startMs;
    });
  } finally {
    await drain.stop();
  }
}

const noMore = async () => undefined;

/**
 * Measures from the moment `fill` returns, when all changes or only the first one have been committed, until the last
 * arrival.
 */
async function timeDrain(
  { notes }: NotifyServers,
  changes: number,
  fill: () => Promise<number>,
): Promise<Drain> {
  const [arrived, requests] = [notes.count(), notes.requests()];
  const drained = notes.untilCount(arrived + changes, ARRIVAL_TIMEOUT_MS);
  const startMs = await fill();
  await drained;
  return {
    changesPerSecond: (1000 * changes) / (performance.now() - startMs),
    requests: notes.requests() - requests,
  };
}

async function measureHanging(context: Context, { rounds, ...rate }: Plan["hanging"]) {
  const load = `${rate.perSecond}/s`;
  const accepting: Latency[] = [];
  const hanging: Latency[] = [];
  for (let round = 0; round < rounds; round += 1) {
    accepting.push(toLatency(load, (await sendAndReceive(context, rate)).answerMs));
    hanging.push(toLatency(load, await sendWhileHanging(context, rate)));
  }
  return { accepting: middleOf(accepting), hanging: middleOf(hanging) };
}

/** Resolves with the response times of the API when all changes have arrived in the end. */
async function sendWhileHanging(
  { servers, signal }: Context,
  { perSecond, changes }: { perSecond: number; changes: number },
): Promise<number[]> {
  const { notes, outbox } = servers;
  const uuids = await outbox.makeWaiting(changes);
  const before = notes.count();
  notes.treat("hang");
  const answered = await reportAll({ servers, signal }, uuids, perSecond);
  notes.treat("accept");
  await notes.untilCount(before + changes, ARRIVAL_TIMEOUT_MS);
  return answered.map(({ dueMs, answeredMs }) => answeredMs - dueMs);
}

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
async function measureBesideProcessing(
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
  const changes: string[] = [];
  const numbers = Array.from({ length: documents }, (_, number) => number);
  await inParallel(numbers, UPLOADS_AT_ONCE, async (number) => {
    signal.throwIfAborted();
    const pdf = new Blob([new Uint8Array(pdfs[number % pdfs.length] ?? [])]);
    const target = { assetIdentifier: "BLD-0001", name: `${number}.pdf` };
    const { uuid } = await client.handIn(pdf, target);
    changes.push(changeKey(uuid, STATUS.uploadSuccessful));
  });
  await notes.untilAll(changes, ARRIVAL_TIMEOUT_MS, signal);
}

async function untilProcessed({ servers: { outbox }, signal }: Context): Promise<void> {
  while ((await outbox.countUnprocessed()) > 0) {
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/** The context of every measurement. */
export interface Context {
  readonly servers: NotifyServers;
  readonly signal: AbortSignal;
}

/** How long it may take until all changes have arrived. */
const ARRIVAL_TIMEOUT_MS = 120_000;

/**
 * Reports documents as failed at a steady rate, and resolves when all changes have arrived. @returns how long each
 * response and each receipt took
 */
async function sendAndReceive(
  { servers, signal }: Context,
  { perSecond, changes }: { perSecond: number; changes: number },
): Promise<{ answerMs: number[]; receiptMs: number[] }> {
  const { outbox, notes } = servers;
  const uuids = await outbox.makeWaiting(changes);
  const answered = await reportAll({ servers, signal }, uuids, perSecond);
  const wanted = answered.flatMap(({ change }) => change ?? []);
  await notes.untilAll(wanted, ARRIVAL_TIMEOUT_MS, signal);
  return {
    answerMs: answered.map(({ dueMs, answeredMs }) => answeredMs - dueMs),
    // A notification may arrive before the response; its time then counts as 0.
    receiptMs: answered.map(({ change, answeredMs }) =>
      Math.max(0, (notes.receivedMs(change ?? "") ?? Number.POSITIVE_INFINITY) - answeredMs),
    ),
  };
}

/** Reports each document as failed. */
function reportAll(
  { servers, signal }: Context,
  uuids: readonly string[],
  perSecond: number,
): Promise<Answered[]> {
  const { reportFailure } = createStagedoorRequests(servers);
  const requests = uuids.map(reportFailure);
  return sendAtRate({ port: servers.port, requests, perSecond, expectedStatus: 200, signal });
}

/** Starts the product as `npm start` runs it, a receiver in this process, and access to the database. */
export async function startNotifyServers({ root, signal, addEnding }: BenchSurroundings) {
  const started = await startNotifyingProduct(addEnding, { PROCESSOR: "builtin" });
  const { product, port, notes, secret, webhookUrl } = started;
  const { DATABASE_URL: databaseUrl = "" } = started.settings;
  const outbox = await openOutbox(databaseUrl);
  addEnding(outbox.close);
  const { certificateAuthority } = notes.receiver;
  const publicUrl = product.url;
  const configuration: BareDrainConfiguration = {
    databaseUrl,
    publicUrl,
    webhookUrl,
    certificateAuthority,
    secret,
  };
  const bare = {
    title: "The bare drain",
    file: "bench/notify/bare-drain.ts",
    configuration,
    signal,
  };
  return {
    port,
    apiKey: product.apiKey,
    client: createStagedoorClient(product),
    notes,
    outbox,
    /** Resolves when the bare drain is ready. The caller stops it. */
    startBareDrain: () => startBare(root, bare, () => undefined),
  };
}

type NotifyServers = Awaited<ReturnType<typeof startNotifyServers>>;
