import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Behaviour } from "@/embedded/receiver/behaviours";
import { createWaitingList } from "@/embedded/receiver/waiting-list.fixture";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { followFeed } from "../crash/follow-feed";
import { killInTurn } from "../crash/kill-in-turn";
import { type Kill, planKills, randomNumbers, type Victim } from "../crash/kill-plan";
import { type KillableProduct, startKillableProduct } from "../crash/killable-product";
import { removeDataDir } from "../product";
import { changeDocuments, drawLives, MOVES_OF, type Move } from "./change-documents";
import { type DeliveryFaults, findFaults, firstAccepted, type Testimony } from "./find-faults";
import { startWitnessReceiver, type WitnessReceiver } from "./witness-receiver";

/** How much is changed, and how often something is killed in the meantime. */
export interface DeliveryPlan {
  readonly changes: number;
  readonly kills: number;
  readonly seed: number;
}

/** The result of it. */
export interface DeliveryProof extends Testimony {
  /** Those that took place. */
  readonly kills: readonly Kill[];
  readonly faults: DeliveryFaults;
}

/** What a proof of deliveries kills; the object store has no part in them. */
export const DELIVERY_VICTIMS: readonly Victim[] = [
  "next",
  "inngest",
  "postgres",
  "everything",
  "launcher",
];

const WORK_TIMEOUT_MS = 60 * 60_000;
const DRAIN_TIMEOUT_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 200;

/**
 * Changes documents while kill -9 hits the product and a tenth of the notifications is not accepted; then waits until nothing
 * is pending and compares what was answered, what the feed says and what arrived.
 * @throws when the product does not come back or the work cannot be done. The folder is named in `log`, and kept unless all is well.
 */
export async function proveDelivery(
  plan: DeliveryPlan,
  log: (line: string) => void,
): Promise<DeliveryProof> {
  const folder = await mkdtemp(join(tmpdir(), "stagedoor-delivery-"));
  const dataDir = join(folder, "data");
  log(`Seed ${plan.seed}, folder ${folder}`);
  const receiver = await startWitnessReceiver(folder);
  const product = await startKillableProduct(dataDir, receiver.settings);
  let isKept = true;
  try {
    const { answered, kills, feed } = await killWhileDelivering(plan, { product, receiver }, log);
    const testimony = { answered, feed, arrivals: receiver.arrivals() };
    const faults = findFaults(testimony);
    isKept = faults.lost.length + faults.others.length > 0;
    return { ...testimony, kills, faults };
  } finally {
    await product.stop();
    await receiver.stop();
    if (!isKept) {
      await removeDataDir(dataDir);
      await rm(folder, { recursive: true, force: true });
    }
  }
}

interface ProductAndReceiver {
  readonly product: KillableProduct;
  readonly receiver: WitnessReceiver;
}

async function killWhileDelivering(
  { changes, kills, seed }: DeliveryPlan,
  { product, receiver }: ProductAndReceiver,
  log: (line: string) => void,
) {
  const random = randomNumbers(seed);
  const client = createStagedoorClient(product);
  await client.setWebhook(`${receiver.origin}/notifications`);
  receiver.treat(() => drawBehaviour(random()));
  const lives = drawLives(changes, random);
  const answers = lives.reduce((total, life) => total + MOVES_OF[life], 0);
  const answered: Move[] = [];
  const waiting = createWaitingList(
    () => answered.length,
    () => `${answered.length} answers`,
  );
  const work = changeDocuments(client, lives, (move) => {
    answered.push(move);
    waiting.check();
  }).finally(waiting.end);
  const drained = work.then(() => drain(answered, { product, receiver }, log));
  const feed = followFeed(client, drained);
  // Whoever reads these gets their failures; until then they must not end the process.
  for (const promise of [work, drained, feed]) promise.catch(() => undefined);
  const plan = planKills({ kills, answers, seed, victims: DELIVERY_VICTIMS });
  const untilAnswers = (count: number) =>
    waiting
      .until((now) => now >= count, WORK_TIMEOUT_MS)
      .then(
        () => true,
        () => false,
      );
  const killed = await killInTurn(plan, { product, untilAnswers, log });
  await drained;
  return { answered, kills: killed, feed: await feed };
}

/** A tenth is not accepted: mostly 500, some closed connections, rarely no answer at all. */
function drawBehaviour(drawn: number): Behaviour {
  if (drawn < 0.003) return { kind: "hang" };
  if (drawn < 0.03) return { kind: "reset" };
  if (drawn < 0.1) return { kind: "answer", status: 500 };
  return { kind: "accept" };
}

/** Resolves when everything that was answered was accepted and nothing is pending, or when it took far too long. */
async function drain(
  answered: readonly Move[],
  { product, receiver }: ProductAndReceiver,
  log: (line: string) => void,
): Promise<void> {
  log(`${answered.length} changes are answered; waiting until nothing is pending …`);
  const isAllTold = () =>
    firstAccepted(receiver.arrivals()).flatMap(({ items }) => items).length >= answered.length;
  const deadlineMs = performance.now() + DRAIN_TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    if (isAllTold() && (await isNothingPending(product))) return;
    await sleep(LOOK_AGAIN_MS);
  }
  log("Something is still pending; looking at what there is.");
}

/** A product that is about to come back says nothing yet. */
async function isNothingPending({ url, apiKey }: KillableProduct): Promise<boolean> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const list = `${url}/external-api/notifications?state=pending&limit=1`;
  const answer = await fetch(list, { headers }).catch(() => null);
  if (answer?.status !== 200) return false;
  const { items } = (await answer.json()) as { items: readonly unknown[] };
  return items.length === 0;
}
