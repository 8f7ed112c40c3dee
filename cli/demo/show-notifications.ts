import { CallFailure } from "@/lib/client/call-failure";
import { CommandError } from "../external-system/command-error";
import { createReceiverControl } from "../receiver-control/receiver-control";
import { followArrivals } from "./arrivals";
import { createDeliveryLog } from "./delivery-log";
import { createDemoClient } from "./demo-client";
import type { DemoOptions } from "./demo-commands";
import { DemoFailure } from "./demo-failure";
import type { Scene } from "./demo-run";
import { failReceiver } from "./fail-receiver";
import type { Stage } from "./find-demo-receiver";
import { findLastSequence } from "./find-last-sequence";
import { takeSteps } from "./follow-one-document";
import { Interrupted, type Interruption, listenForInterruption } from "./interruption";
import { createNarrator, type Narrator } from "./narrator";
import { compareWithPolling } from "./poll-feed";
import { recover } from "./recover-receiver";
import { giveWebhookBack, type Loan, takeWebhook } from "./restore-webhook";
import type { Sample } from "./samples";
import { handInDocuments } from "./upload-samples";

/** What the whole story is told with. */
export interface Story {
  readonly options: DemoOptions;
  readonly samples: readonly Sample[];
  readonly stage: Stage;
  readonly narrator: Narrator;
}

/**
 * Shows documents and notifications together with the built-in receiver, and leaves the webhook as it was, also when something
 * fails or somebody interrupts.
 * @returns the exit code
 */
export async function tellStory(story: Story): Promise<number> {
  const { options, stage } = story;
  const startedMs = performance.now();
  const control = createReceiverControl(stage.receiver);
  try {
    const arrivals = await followArrivals(control);
    const documents = new Map<string, string>();
    const loan: Loan = { access: options.access, stage, control, arrivals, documents };
    const code = await tellAndGiveBack(story, loan);
    if (code === 0) {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      const { tone, write } = createNarrator(process.stdout);
      write(`\n${tone("good", "Everything is as promised")}, in ${seconds} s.\n`);
    }
    return code;
  } finally {
    await control.close();
  }
}

async function tellAndGiveBack(story: Story, loan: Loan): Promise<number> {
  const interruption = listenForInterruption();
  const ended = await Promise.race([
    tellActs(story, loan, interruption),
    interruption.untilInterrupted,
  ]).catch((error: unknown) => ({ error }));
  const { stage, narrator } = story;
  // After an interruption the story stands still in the middle of something: its own voice must not come back.
  narrator.stop();
  const { say, tone, write } = createNarrator(process.stdout);
  write("\n");
  if (typeof ended !== "number") say(tone("bad", `✗ ${sentenceOf(ended.error)}`));
  const left = await giveWebhookBack(loan);
  for (const sentence of left) say(tone("bad", `✗ ${sentence}`));
  if (left.length === 0) say(restored(stage));
  const code = typeof ended === "number" ? ended : exitCodeOf(ended.error);
  return code === 0 && left.length > 0 ? 1 : code;
}

async function tellActs(
  { options, samples, stage, narrator }: Story,
  loan: Loan,
  { fetch }: Interruption,
): Promise<number> {
  const { access } = options;
  const client = createDemoClient(access, undefined, { fetch });
  const scene: Scene = { ...loan, client, narrator, log: createDeliveryLog(access, fetch) };
  const after = await findLastSequence(client);
  await takeWebhook(loan);
  narrator.say(`Webhook URL: ${stage.url}, the built-in receiver, until the demo ends.`);

  narrator.act("Documents come in");
  if (!(await handInDocuments({ options, samples, narrator, scene, fetch }))) return 1;
  narrator.act("The receiver hears of every step");
  await takeSteps(scene, samples);
  narrator.act("The receiver fails");
  const backlog = await failReceiver(scene, samples);
  narrator.act("The receiver recovers");
  await recover(scene, backlog);
  narrator.act("Polling says the same");
  return (await compareWithPolling(scene, after)) ? 0 : 1;
}

/** Whoever expects an error gets one sentence, whoever does not where it comes from. */
function sentenceOf(error: unknown): string {
  if (error instanceof Interrupted) return "Interrupted.";
  if (error instanceof Error && EXPECTED.some((kind) => error instanceof kind))
    return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const EXPECTED = [DemoFailure, CallFailure, CommandError];

const exitCodeOf = (error: unknown) => (error instanceof Interrupted ? error.exitCode : 1);

function restored({ before }: Stage): string {
  return before === null
    ? "The webhook is removed again: none was set before."
    : `The webhook URL is ${before} again.`;
}
