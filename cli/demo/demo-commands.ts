import { rm } from "node:fs/promises";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { FeedEntry } from "@/lib/client/answers";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { STATUS } from "@/lib/documents/rules/status";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { command, optional, type Program } from "../command/command";
import { CommandError, errorSentence } from "../command/command-error";
import { readAccess } from "../external-system/access";
import { assertReachable } from "../external-system/assert-reachable";
import { createCheckingClient } from "../external-system/checking-client";
import { createDeliveryLog, type DeliveryLog } from "../external-system/delivery-log";
import { createReceiverControl, type ReceiverControl } from "../receiver-control/receiver-control";
import { followArrivals } from "./arrivals";
import { type DemoWebhook, findDemoWebhook, setDemoWebhook, setWebhookUrl } from "./demo-webhook";
import { createNarrator } from "./narrator";
import { compareWithFeed, listReceived } from "./received-changes";
import { findSamples } from "./samples";
import { showOutage } from "./show-outage";
import { showProcessing } from "./show-processing";
import { type Demo, type NotificationDemo, uploadSamples } from "./upload-samples";

const COUNT_MAX = 100_000;

/** `npm run demo`. */
export const DEMO: Program = {
  name: "demo",
  commands: {
    "": command({
      does: "Uploads real PDF and DOCX files as an external system would, and shows what was read from them and the notifications that follow. Exit code 1 means that a result differed from what was expected.",
      parameters: {
        count: optional("N"),
        url: optional("http://…"),
        "key-file": optional("path"),
        patience: optional("seconds"),
        journal: optional("path"),
      },
      run: async ({ count, journal: journalFile = null, ...target }) => {
        const access = await readAccess(target);
        const samples = await findSamples();
        const wanted = { samples, count: count ? readCount(count) : samples.length, journalFile };
        await assertReachable(access);
        const narrator = createNarrator(process.stdout);
        const demo = { access, ...wanted, narrator, fetch, documents: new Map() };
        const found = await findDemoWebhook(demo);
        if (!("why" in found)) return showNotifications(demo, found);
        const isGood = await uploadSamples(demo);
        narrator.write(`\nDocuments only, without notifications. ${found.why}\n`);
        return isGood ? 0 : 1;
      },
    }),
  },
};

function readCount(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= COUNT_MAX) return count;
  throw new CommandError(`The option --count must be a whole number from 1 to ${COUNT_MAX}.`);
}

/** The signals from outside that can end a demo. */
interface Interruption {
  /**
   * Resolves with the exit code, in the shell's convention, when the demo is interrupted or nothing reads its output any
   * longer.
   */
  readonly exitCode: Promise<number>;
  /** Like the global `fetch`, but after an interruption no new call starts and callers wait forever. */
  readonly fetch: typeof globalThis.fetch;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const SIGNAL_EXIT_BASE = 128;

/** Handles Ctrl-C and similar signals once. A second signal ends the process as usual. */
function listenForInterruption(): Interruption {
  let isInterrupted = false;
  const exitCode = new Promise<number>((resolve) => {
    const interrupt = (code: number) => {
      isInterrupted = true;
      resolve(code);
    };
    for (const signal of SIGNALS) {
      process.once(signal, () => interrupt(SIGNAL_EXIT_BASE + constants.signals[signal]));
    }
    // For example, `head` closes its end of the pipe after it has read enough.
    process.stdout.on("error", () => interrupt(1));
  });
  const fetch: typeof globalThis.fetch = (...call) =>
    isInterrupted ? new Promise<never>(() => undefined) : globalThis.fetch(...call);
  return { exitCode, fetch };
}

/** More polls than a demo needs: a poll takes a few milliseconds, and processing a document takes about a second. */
const LOOKS_MAX = 1_000;

/**
 * Polls the feed, starting before the demo's first document, and compares it with what the receiver received.
 * @returns whether they agree exactly
 */
async function pollFeed(demo: NotificationDemo): Promise<boolean> {
  const { arrivals, client, documents, narrator } = demo;
  const { tone, write } = narrator;
  const [firstUuid = ""] = documents.keys();
  const [created] = await client.readHistory(firstUuid);
  const after = (created?.sequence ?? 1) - 1;
  const readFeed = async () => {
    const listed: FeedEntry[] = [];
    for await (const entry of client.feed({ after, limit: 1_000 })) {
      if (documents.has(entry.uuid)) listed.push(entry);
    }
    return listed;
  };
  const count = () => listReceived(arrivals.all, documents).length;
  let listed = await readFeed();
  // Processing may add changes in the meantime, so the feed and the receiver are compared only once they have the same
  // number of changes.
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const { length } = listed;
    await arrivals.until(() => count() >= length, "the last status changes");
    listed = await readFeed();
    if (listed.length === count()) break;
  }
  const received = listReceived(arrivals.all, documents);
  write(`  ${tone("quiet", `GET /external-api/status-changes?after=${after}`)}\n\n`);
  write(`The feed lists ${listed.length} changes; the receiver got ${received.length}.\n`);
  const problems = compareWithFeed(arrivals.all, listed, documents);
  for (const problem of problems) write(`${tone("bad", `✗ ${problem}`)}\n`);
  if (problems.length > 0) return false;
  write(
    tone("good", "✓ They agree: nothing missing, nothing duplicated, every document in order,"),
  );
  write(`\n${tone("good", "  every signature verified.")}\n`);
  return true;
}

/** The status of a sample after its upload, before processing. */
const UPLOADED: readonly number[] = [STATUS.uploadSuccessful, STATUS.uploadFailed];

/**
 * Shows documents and their notifications with the built-in receiver, and restores the webhook even after a failure or an
 * interruption.
 * @returns the exit code
 */
async function showNotifications(target: Demo, webhook: DemoWebhook): Promise<number> {
  const startedMs = performance.now();
  const { access, narrator } = target;
  const { exitCode, fetch } = listenForInterruption();
  const control = createReceiverControl(webhook.receiver);
  const demo: NotificationDemo = {
    ...target,
    fetch,
    control,
    arrivals: await followArrivals(control),
    client: createCheckingClient(access, undefined, fetch),
    log: createDeliveryLog(access, fetch),
  };
  // After an interruption, an act may stop at any point and must not write anything more.
  const { tone, write } = createNarrator(process.stdout);
  const end = (code: number, ...problems: readonly string[]) => {
    narrator.stop();
    write("\n");
    for (const problem of problems) write(`${tone("bad", `✗ ${problem}`)}\n`);
    return code;
  };
  const show = async () => {
    // Must not be interrupted, because a webhook that is set after the cleanup would remain.
    await setDemoWebhook(access, webhook, control);
    narrator.write(`Webhook URL: ${webhook.url}, the built-in receiver, until the demo ends.\n`);
    const acts = showActs(demo).then((isGood) => end(isGood ? 0 : 1));
    return Promise.race([acts, exitCode.then((code) => end(code, "Interrupted."))]);
  };
  const code = await show().catch((error: unknown) => end(1, errorSentence(error)));
  const { problems, outcome } = await restoreWebhook(demo, webhook);
  if (problems.length > 0) return end(code || 1, ...problems);
  write(`${outcome}\n`);
  if (code !== 0) return code;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  write(`\n${tone("good", "Everything is as expected")}, in ${seconds} s.\n`);
  return 0;
}

async function showActs(demo: NotificationDemo): Promise<boolean> {
  const { arrivals, documents, narrator } = demo;
  narrator.act("The receiver gets every change");
  if (!(await uploadSamples(demo))) return false;
  const received = () => listReceived(arrivals.all, documents);
  const uploaded = () => received().filter(({ currentStatus }) => UPLOADED.includes(currentStatus));
  const isComplete = () => uploaded().length >= documents.size;
  await arrivals.until(isComplete, "the last status changes");
  narrator.write(`The receiver got ${received().length} status changes.\n`);
  if (!(await showProcessing(demo))) return false;
  await showOutage(demo);
  narrator.act("Polling shows the same");
  return pollFeed(demo);
}

const SEND_TIMEOUT_MS = 8_000;
const STEP_TIMEOUT_MS = 10_000;
const LOOK_AGAIN_MS = 100;
/** It takes a moment until a change becomes a notification, so a single check might be too early. */
const QUIET_LOOKS = 2;

/** The state in which a demo left the webhook. */
interface Restored {
  /** One sentence per failed step; empty if the demo left nothing behind. */
  readonly problems: readonly string[];
  /** A sentence about the current webhook URL. */
  readonly outcome: string;
}

/**
 * Restores the previous state: the receiver accepts notifications, pending notifications are sent, and the webhook URL is
 * the previous one. A webhook that somebody else set or removed during the demo stays as it is, unless that happened in
 * the few milliseconds between our last check and our call. Safe to repeat, however far the demo got.
 */
export async function restoreWebhook(
  {
    access,
    control,
  }: Pick<NotificationDemo, "access"> & { control: Pick<ReceiverControl, "behave"> },
  { url, before, noteFile }: Omit<DemoWebhook, "receiver">,
): Promise<Restored> {
  const byHand =
    before === null
      ? "DELETE /external-api/external-dms-configuration"
      : `POST /external-api/external-dms-configuration {"url": "${before}"}`;
  const current = async () => (await createStagedoorClient(access).getWebhook()).url;
  let outcome = before
    ? `The webhook URL is ${before}.`
    : "The webhook URL was removed, because none was set before.";
  const sendAll = async () => {
    // The demo's own log cannot be used, because its calls wait forever after an interruption.
    if ((await current()) === url) await sendPending(createDeliveryLog(access));
  };
  const putBack = async () => {
    const found = await current();
    if (found === url) await setWebhookUrl(access, before);
    else if (found !== before) outcome = changedDuringDemo(found);
    await rm(noteFile, { force: true });
  };
  const steps = [
    ["The receiver still rejects notifications", () => control.behave({ kind: "accept" })],
    [
      "Not everything was sent. The rest goes to the next webhook URL that is set within 24 hours",
      sendAll,
    ],
    [`The webhook URL could not be restored. To restore it manually: ${byHand}`, putBack],
  ] as const;
  const problems: string[] = [];
  for (const [failure, step] of steps) {
    await inTime(step()).catch((error: unknown) => {
      problems.push(`${failure} (${errorMessage(error)}).`);
    });
  }
  return { problems, outcome };
}

const changedDuringDemo = (url: string | null) =>
  url === null
    ? "Somebody removed the webhook URL during the demo. It was left unset."
    : `Somebody set the webhook URL to ${url} during the demo. It was left unchanged.`;

/** Without this limit, a call to a stopped Stagedoor would be retried for a minute. */
const inTime = (work: Promise<unknown>) =>
  Promise.race([
    work,
    sleep(STEP_TIMEOUT_MS, null, { ref: false }).then(() => {
      throw new Error("no response in time");
    }),
  ]);

/** Without a webhook, these notifications would stay pending until another webhook is set. */
async function sendPending(log: DeliveryLog): Promise<void> {
  const deadlineMs = performance.now() + SEND_TIMEOUT_MS;
  for (let quietLooks = 0; quietLooks < QUIET_LOOKS; ) {
    const pending = await log.listPending();
    quietLooks = pending.length === 0 ? quietLooks + 1 : 0;
    if (performance.now() > deadlineMs) throw new Error(`${pending.length} pending`);
    const oldest = pending.at(-1);
    // Once the oldest notification has been delivered, the others follow.
    if (oldest) await log.resend(oldest.id);
    await sleep(LOOK_AGAIN_MS);
  }
}
