import { STATUS } from "@/lib/documents/rules/status";
import { errorSentence } from "../command/error-sentence";
import { createCheckingClient } from "../external-system/checking-client";
import { createDeliveryLog } from "../external-system/delivery-log";
import { createReceiverControl } from "../receiver-control/receiver-control";
import { followArrivals } from "./arrivals";
import { type DemoWebhook, setDemoWebhook } from "./demo-webhook";
import { listenForInterruption } from "./interruption";
import { createNarrator } from "./narrator";
import type { NotificationDemo } from "./notification-demo";
import { pollFeed } from "./poll-feed";
import { listReceived } from "./received-changes";
import { restoreWebhook } from "./restore-webhook";
import { showOutage } from "./show-outage";
import { showProcessing } from "./show-processing";
import { type Demo, uploadSamples } from "./upload-samples";

/** The status of a sample after its upload, before processing. */
const UPLOADED: readonly number[] = [STATUS.uploadSuccessful, STATUS.uploadFailed];

/**
 * Shows documents and their notifications with the built-in receiver, and restores the webhook even after a failure or an
 * interruption.
 * @returns the exit code
 */
export async function showNotifications(given: Demo, webhook: DemoWebhook): Promise<number> {
  const startedMs = performance.now();
  const { access, narrator } = given;
  const { exitCode, fetch } = listenForInterruption();
  const control = createReceiverControl(webhook.receiver);
  const demo: NotificationDemo = {
    ...{ ...given, fetch, control, arrivals: await followArrivals(control) },
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
