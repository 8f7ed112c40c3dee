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

/** The number of changes to make, and the number of kills in the meantime. */
export interface DeliveryPlan {
  readonly changes: number;
  readonly kills: number;
  readonly seed: number;
}

/** The result of a delivery proof. */
export interface DeliveryProof extends Testimony {
  /** The kills that took place. */
  readonly kills: readonly Kill[];
  readonly faults: DeliveryFaults;
}

/** The parts that a delivery proof kills; the object store is not involved in deliveries. */
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
 * Changes documents while kill -9 hits the product and one in ten notifications fails. Then waits until nothing is
 * pending, and compares the confirmed changes, the feed and the arrivals.
 * @throws if the product does not come back or the work cannot be done. The folder is printed to `log`, and is kept if
 * the proof fails.
 */
export async function proveDelivery(
  plan: DeliveryPlan,
  log: (line: string) => void,
): Promise<DeliveryProof> {
  const directory = await mkdtemp(join(tmpdir(), "stagedoor-delivery-"));
  const dataDir = join(directory, "data");
  log(`Seed ${plan.seed}, folder ${directory}`);
  const receiver = await startWitnessReceiver(directory);
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
      await rm(directory, { recursive: true, force: true });
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
  const client = createStagedoorClient({ ...product, patienceMs: DRAIN_TIMEOUT_MS });
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
  // The code that awaits these promises handles their failures; until then, they must not crash the process.
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

/** Lets one request in ten fail: most of these get a 500, some a closed connection, and a few no response at all. */
function drawBehaviour(drawn: number): Behaviour {
  if (drawn < 0.003) return { kind: "hang" };
  if (drawn < 0.03) return { kind: "reset" };
  if (drawn < 0.1) return { kind: "answer", status: 500 };
  return { kind: "accept" };
}

/** Resolves when everything that was confirmed has been accepted and nothing is pending, or after a generous timeout. */
async function drain(
  answered: readonly Move[],
  { product, receiver }: ProductAndReceiver,
  log: (line: string) => void,
): Promise<void> {
  log(`${answered.length} changes are confirmed; waiting until nothing is pending…`);
  const isAllTold = () =>
    firstAccepted(receiver.arrivals()).flatMap(({ items }) => items).length >= answered.length;
  const deadlineMs = performance.now() + DRAIN_TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    if (isAllTold() && (await isNothingPending(product))) return;
    await sleep(LOOK_AGAIN_MS);
  }
  log("Something is still pending; checking what has arrived.");
}

/** A product that is restarting cannot respond yet. */
async function isNothingPending({ url, apiKey }: KillableProduct): Promise<boolean> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const list = `${url}/external-api/notifications?state=pending&limit=1`;
  const answer = await fetch(list, { headers }).catch(() => null);
  if (answer?.status !== 200) return false;
  const { items } = (await answer.json()) as { items: readonly unknown[] };
  return items.length === 0;
}
