import { type Container, createContainer } from "@/app/container";
import { rotateWebhookSecret } from "@/lib/notifications/use-cases/rotate-webhook-secret";
import { showWebhookSecrets } from "@/lib/notifications/use-cases/show-webhook-secrets";
import { CommandError } from "./command/command-error";
import { readCommandSettings } from "./command/command-settings";
import { runCommand } from "./command/run-command";

const USAGE = `Usage: npm run webhook-secret -- show
       npm run webhook-secret -- rotate`;

/** Shows or rotates what notifications are signed with. */
async function main(args: readonly string[]): Promise<number> {
  const [verb, ...more] = args;
  if ((verb !== "show" && verb !== "rotate") || more.length > 0) throw new CommandError(USAGE);
  const settings = await readCommandSettings();
  const container = createContainer(settings);
  try {
    process.stdout.write(await (verb === "show" ? show(container) : rotate(container)));
    return 0;
  } finally {
    await container.close();
  }
}

async function show({ ports }: Container): Promise<string> {
  const { secret, previous } = await showWebhookSecrets(ports);
  if (secret === null) {
    throw new CommandError(
      "There is no signing secret yet: start Stagedoor, or rotate to make one.",
    );
  }
  const before = previous
    ? `${previous.secret}\n  The one of before, valid until ${previous.validUntil.toISOString()}.\n`
    : "";
  return `${secret}\n${before}`;
}

async function rotate({ ports }: Container): Promise<string> {
  const { secret, receiver } = await rotateWebhookSecret(ports);
  const told =
    receiver.isTold === null ? "" : RECEIVER_SENTENCES[receiver.isTold ? "told" : "away"];
  return `${secret}\nThe one of before stays valid for 24 hours: give this one to the receiver before that.\n${told}`;
}

const RECEIVER_SENTENCES = {
  told: "The built-in receiver has it already.\n",
  away: "The built-in receiver did not answer: it gets it when Stagedoor is started again. If it should be running, look into logs/receiver.log in the data folder.\n",
} as const;

runCommand(main);
