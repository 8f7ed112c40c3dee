import {
  type Drain,
  type Latency,
  middleOf,
  type NotifyFigures,
  type Turns,
  toLatency,
} from "./figures";
import { measureBesideProcessing, type ProcessingPlan } from "./measure-beside-processing";
import { ARRIVAL_TIMEOUT_MS, type Context, reportAll, sendAndReceive } from "./send-and-receive";
import type { NotifyServers } from "./start-servers";

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
