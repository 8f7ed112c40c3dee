import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireFolderLock, FolderInUseError, type FolderLock } from "../folder-lock";
import { authorityFile, createCertificates, readOrCreateAuthority } from "./certificates";
import { openKeptSecrets } from "./kept-secrets";
import { type Receiver, startReceiver } from "./receiver";

const NOTIFICATIONS_KEPT = 1_000;
const RETRY_INTERVAL_MS = 100;

/** A receiver that keeps its authority and what it received in `<dataDir>/receiver/`. */
export interface KeptReceiver extends Receiver {
  /** The PEM file that a sender names in WEBHOOK_EXTRA_CA_FILE. */
  readonly authorityFile: string;
}

/** What a kept receiver starts with; see ReceiverOptions. */
export interface KeptReceiverOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly secrets: readonly string[];
  /** Whether secrets that are told while it runs hold after a restart too, beside `secrets`. */
  readonly keepsSecrets: boolean;
  readonly controlToken?: string;
  readonly print: (line: string) => void;
  /** How long an owner that is about to leave the folder is waited for. */
  readonly folderPatienceMs: number;
}

/**
 * Starts as the only owner of its folder; a restart has the same authority and remembers the last 1,000 notifications and
 * which ones it answered with 200.
 * @throws FolderInUseError when another process keeps the folder; Error with a sentence when the port is taken.
 */
export async function startKeptReceiver(options: KeptReceiverOptions): Promise<KeptReceiver> {
  const { dataDir, folderPatienceMs, keepsSecrets, ...own } = options;
  const folder = receiverFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = await acquireBehindPredecessor(join(folder, ".lock"), folderPatienceMs);
  try {
    const now = new Date();
    const kept = keepsSecrets ? openKeptSecrets(folder, own.print) : null;
    const receiver = await startReceiver({
      ...own,
      ...(kept && { secrets: kept.joinedWith(own.secrets), keepSecrets: kept.keep }),
      certificates: await createCertificates(now, await readOrCreateAuthority(folder, now)),
      logFile: join(folder, "notifications.jsonl"),
      notificationsKept: NOTIFICATIONS_KEPT,
    });
    return {
      ...receiver,
      authorityFile: authorityFile(folder),
      stop: () => receiver.stop().finally(() => lock.release()),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Where a receiver keeps its files. */
export const receiverFolder = (dataDir: string) => join(dataDir, "receiver");

/** A receiver whose launcher was killed ends itself: it gets a while to leave the folder. */
async function acquireBehindPredecessor(lockFile: string, patienceMs: number): Promise<FolderLock> {
  const deadlineMs = Date.now() + patienceMs;
  for (;;) {
    try {
      return await acquireFolderLock(lockFile);
    } catch (error) {
      if (!(error instanceof FolderInUseError) || Date.now() > deadlineMs) throw error;
      await sleep(RETRY_INTERVAL_MS);
    }
  }
}
