import { errorSentence } from "../command/error-sentence";
import { counted } from "../command/text-table";
import { createCheckingClient } from "../external-system/checking-client";
import { createDeliveryLog } from "../external-system/delivery-log";
import { createReceiverControl } from "../receiver-control/receiver-control";
import { followArrivals } from "./arrivals";
import { type DemoRun, receivedSoFar } from "./demo-run";
import { type DemoWebhook, setDemoWebhook } from "./demo-webhook";
import { followOneDocument } from "./follow-one-document";
import { listenForInterruption } from "./interruption";
import { createNarrator } from "./narrator";
import { pollFeed } from "./poll-feed";
import { restoreWebhook } from "./restore-webhook";
import { showOutage } from "./show-outage";
import { type SamplesToUpload, uploadSamples } from "./upload-samples";

/** Each sample's document has been created, and got one more status. */
const CHANGES_PER_SAMPLE = 2;

/**
 * Shows documents and their notifications with the built-in receiver, and puts the webhook back, even when something fails or
 * somebody interrupts.
 * @returns the exit code
 */
export async function showNotifications(
  demo: SamplesToUpload,
  webhook: DemoWebhook,
): Promise<number> {
  const startedMs = performance.now();
  const { access } = demo.options;
  const interruption = listenForInterruption();
  const { fetch } = interruption;
  const control = createReceiverControl(webhook.receiver);
  const arrivals = await followArrivals(control);
  const client = createCheckingClient(access, undefined, fetch);
  const log = createDeliveryLog(access, fetch);
  const { narrator } = demo;
  const run: DemoRun = { client, log, control, arrivals, documents: new Map(), narrator };
  // The acts stop anywhere after an interruption, and must not write any more.
  const { tone, write } = createNarrator(process.stdout);
  const end = (code: number, problems: readonly string[]) => {
    narrator.stop();
    write("\n");
    for (const problem of problems) write(`${tone("bad", `✗ ${problem}`)}\n`);
    return code;
  };
  const show = async () => {
    // Not interrupted in between: a webhook that is set late would stay.
    await setDemoWebhook(access, webhook, control);
    narrator.write(`Webhook URL: ${webhook.url}, the built-in receiver, until the demo ends.\n`);
    const acts = showActs({ ...demo, fetch }, run).then((code) => end(code, []));
    return Promise.race([acts, interruption.exitCode.then((code) => end(code, ["Interrupted."]))]);
  };
  const code = await show().catch((error: unknown) => end(1, [errorSentence(error)]));
  const problems = await restoreWebhook(run, webhook, access);
  if (problems.length > 0) return end(code || 1, problems);
  const { before } = webhook;
  write(
    before === null
      ? "The webhook is removed again: none was set before.\n"
      : `The webhook URL is ${before} again.\n`,
  );
  if (code !== 0) return code;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  write(`\n${tone("good", "Everything is as promised")}, in ${seconds} s.\n`);
  return 0;
}

async function showActs(demo: SamplesToUpload, run: DemoRun): Promise<number> {
  const { arrivals, documents, narrator } = run;
  narrator.act("The receiver gets every change");
  await followOneDocument(run, demo.samples);

  narrator.act("All samples are uploaded");
  const { size } = documents;
  const receivedBefore = receivedSoFar(run).length;
  if (!(await uploadSamples({ ...demo, documents }))) return 1;
  const received = () => receivedSoFar(run).slice(receivedBefore);
  const isComplete = () => received().length >= CHANGES_PER_SAMPLE * (documents.size - size);
  await arrivals.until(isComplete, "the last changes of status");
  const notifications = new Set(received().map(({ arrival }) => arrival.id)).size;
  narrator.write(
    `The receiver got ${received().length} changes of status in ${counted(notifications, "notification")}.\n`,
  );
  await showOutage(run, demo.samples);
  narrator.act("Polling says the same");
  return (await pollFeed(run)) ? 0 : 1;
}
