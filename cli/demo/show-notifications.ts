import { writeFile } from "node:fs/promises";
import { errorSentence } from "../command/error-sentence";
import { counted } from "../command/text-table";
import { createReceiverControl } from "../receiver-control/receiver-control";
import { followArrivals } from "./arrivals";
import { createDeliveryLog } from "./delivery-log";
import { createDemoClient } from "./demo-client";
import type { DemoOptions } from "./demo-commands";
import { type DemoRun, receivedSoFar } from "./demo-run";
import { failReceiver } from "./fail-receiver";
import { type DemoWebhook, setWebhookUrl } from "./find-demo-webhook";
import { followOneDocument } from "./follow-one-document";
import { Interrupted, type Interruption, listenForInterruption } from "./interruption";
import { createNarrator, type Narrator } from "./narrator";
import { pollFeed } from "./poll-feed";
import { recoverReceiver } from "./recover-receiver";
import { restoreWebhook } from "./restore-webhook";
import type { Sample } from "./samples";
import { uploadSamples } from "./upload-samples";

/** What the whole demo is shown with. */
export interface WholeDemo {
  readonly options: DemoOptions;
  readonly samples: readonly Sample[];
  readonly webhook: DemoWebhook;
  readonly narrator: Narrator;
}

/** A document has been created, and got one more status. */
const CHANGES_PER_SAMPLE = 2;

/**
 * Shows documents and their notifications with the built-in receiver, and puts the webhook back, also when something fails or
 * somebody interrupts.
 * @returns the exit code
 */
export async function showNotifications(demo: WholeDemo): Promise<number> {
  const startedMs = performance.now();
  const { access } = demo.options;
  const interruption = listenForInterruption();
  const { fetch } = interruption;
  const control = createReceiverControl(demo.webhook.receiver);
  const arrivals = await followArrivals(control);
  const run: DemoRun = {
    ...{ control, arrivals, documents: new Map(), narrator: demo.narrator },
    client: createDemoClient(access, undefined, { fetch }),
    log: createDeliveryLog(access, fetch),
  };
  const code = await showAndRestore(demo, run, interruption);
  if (code === 0) {
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    const { tone, write } = createNarrator(process.stdout);
    write(`\n${tone("good", "Everything is as promised")}, in ${seconds} s.\n`);
  }
  await arrivals.stop();
  await control.close();
  return code;
}

async function showAndRestore(
  demo: WholeDemo,
  run: DemoRun,
  interruption: Interruption,
): Promise<number> {
  const { options, webhook, narrator } = demo;
  const show = async () => {
    // Not interrupted in between: a webhook that is set late would stay.
    await setDemoWebhook(options, webhook, run);
    return Promise.race([showActs(demo, run, interruption.fetch), interruption.untilInterrupted]);
  };
  const ended = await show().catch((error: unknown) => ({ error }));
  // After an interruption the acts stop in the middle of something: they must not write any more.
  narrator.stop();
  const { say, tone, write } = createNarrator(process.stdout);
  write("\n");
  if (typeof ended !== "number") say(tone("bad", `✗ ${errorSentence(ended.error)}`));
  const problems = await restoreWebhook({ ...run, access: options.access, webhook });
  for (const problem of problems) say(tone("bad", `✗ ${problem}`));
  if (problems.length === 0) {
    const { before } = webhook;
    if (before === null) say("The webhook is removed again: none was set before.");
    else say(`The webhook URL is ${before} again.`);
  }
  if (typeof ended === "number") return problems.length === 0 ? ended : 1;
  return ended.error instanceof Interrupted ? ended.error.exitCode : 1;
}

async function showActs(
  { options, samples, webhook, narrator }: WholeDemo,
  run: DemoRun,
  fetch: typeof globalThis.fetch,
): Promise<number> {
  narrator.say(`Webhook URL: ${webhook.url}, the built-in receiver, until the demo ends.`);

  narrator.act("The receiver gets every change");
  const firstUuid = await followOneDocument(run, samples);
  narrator.act("All samples are uploaded");
  const { arrivals, documents } = run;
  const receivedBefore = receivedSoFar(run).length;
  const createdBefore = documents.size;
  const onCreated = (uuid: string, name: string) => documents.set(uuid, name);
  if (!(await uploadSamples({ options, samples, narrator, fetch, onCreated }))) return 1;
  const changes = CHANGES_PER_SAMPLE * (documents.size - createdBefore);
  const received = () => receivedSoFar(run).slice(receivedBefore);
  await arrivals.until(() => received().length >= changes, "the last changes of status");
  const notifications = new Set(received().map(({ arrival }) => arrival.id)).size;
  narrator.write(
    `The receiver got ${counted(received().length, "change")} of status in ${counted(notifications, "notification")}.\n`,
  );
  narrator.act("The receiver fails");
  const backlog = await failReceiver(run, samples);
  narrator.act("The receiver recovers");
  await recoverReceiver(run, backlog);
  narrator.act("Polling says the same");
  return (await pollFeed(run, firstUuid)) ? 0 : 1;
}

/** The built-in receiver accepts, knows the current secrets, and becomes the webhook. */
async function setDemoWebhook(
  { access }: DemoOptions,
  { url, before, noteFile }: DemoWebhook,
  { control }: DemoRun,
): Promise<void> {
  // Loaded late: whoever only uploads documents need not wait for the whole application.
  const { withContainer } = await import("../command/with-container");
  const { showWebhookSecrets } = await import("@/lib/notifications/use-cases/show-webhook-secrets");
  const { secret, previous } = await withContainer(({ ports }) => showWebhookSecrets(ports));
  await control.behave({ kind: "accept" });
  await control.verifyWith([secret, previous?.secret].filter((text) => typeof text === "string"));
  await writeFile(noteFile, JSON.stringify({ url, before }), { mode: 0o600 });
  await setWebhookUrl(access, url);
}
