import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalEntry } from "@/cli/external-system/answer-journal";
import { createCheckingClient } from "@/cli/external-system/checking-client";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { removeDataDir } from "../product";
import { runCommand } from "../run-command";
import { findLosses, type Loss } from "./find-losses";
import { findFeedLosses, followFeed } from "./follow-feed";
import { openJournalReader } from "./journal-reader";
import { killInTurn } from "./kill-in-turn";
import { type Kill, planKills } from "./kill-plan";
import { startKillableProduct } from "./killable-product";

/** On a busy machine, the product has taken more than a minute to come back. */
const PATIENCE_MS = 300_000;

/** The number of documents to upload, and the number of kills in the meantime. */
export interface CrashPlan {
  readonly count: number;
  readonly kills: number;
  readonly seed: number;
}

/** The result of a crash proof. */
export interface CrashProof {
  /** The kills that took place: all of them, unless the demo ended early. */
  readonly kills: readonly Kill[];
  /** Every response that the demo received, in order. */
  readonly answers: readonly JournalEntry[];
  readonly losses: readonly Loss[];
  readonly demo: { readonly code: number; readonly output: string };
}

/**
 * Uploads documents while kill -9 hits the product and a follower reads the feed, and then checks everything that was
 * confirmed. Data that a killed process has handed to the operating system is kept, so this does not simulate a power
 * failure.
 * @throws if the product does not come back. Its folder is printed to `log`, and is kept if the proof fails.
 */
export async function proveCrash(
  plan: CrashPlan,
  log: (line: string) => void,
): Promise<CrashProof> {
  const directory = await mkdtemp(join(tmpdir(), "stagedoor-crash-"));
  log(`Seed ${plan.seed}, folder ${directory}`);
  const dataDir = join(directory, "data");
  const product = await startKillableProduct(dataDir);
  const journal = openJournalReader(join(directory, "answers.jsonl"));
  const args = ["--count", String(plan.count), "--journal", join(directory, "answers.jsonl")];
  args.push("--patience", String(PATIENCE_MS / 1000));
  const demo = runCommand("demo", args, product.env, (text) => log(text.trimEnd()));
  const feed = followFeed(
    createStagedoorClient({ ...product, patienceMs: PATIENCE_MS }),
    demo.exited,
  );
  // The code that awaits the feed handles its failure; until then, the failure must not crash the process.
  feed.catch(() => undefined);
  let isKept = true;
  try {
    const ended = new AbortController();
    void demo.exited.then(() => ended.abort());
    const kills = await killInTurn(planKills({ ...plan, answers: answersOf(plan.count) }), {
      product,
      untilAnswers: (count) => journal.untilAnswers(count, ended.signal),
      log,
    });
    const code = await demo.exited;
    const answers = journal.entries();
    log("Checking everything that was confirmed…");
    const losses = [
      ...(await findLosses(createCheckingClient(product), answers)),
      ...findFeedLosses(await feed, answers),
    ];
    isKept = losses.length > 0 || code !== 0;
    return { kills, answers, losses, demo: { code, output: demo.output() } };
  } finally {
    demo.kill();
    journal.close();
    await product.stop();
    if (!isKept) {
      await removeDataDir(dataDir);
      await rm(directory, { recursive: true, force: true });
    }
  }
}

/** The number of responses: three for each document, and two for the document whose upload is abandoned. */
const answersOf = (count: number) => 3 * count + 2;
