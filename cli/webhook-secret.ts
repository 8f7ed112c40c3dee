import { type Container, createContainer } from "@/app/container";
import { rotateWebhookSecret } from "@/lib/services/rotate-webhook-secret";
import { showWebhookSecrets } from "@/lib/services/show-webhook-secrets";
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
  if (verb === "rotate" && settings.webhook.signingSecret !== null) {
    throw new CommandError(
      "The setting WEBHOOK_SIGNING_SECRET decides the secret: change it and start Stagedoor again.",
    );
  }
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
  const { secret } = await rotateWebhookSecret(ports);
  return `${secret}\nThe one of before stays valid for 24 hours: give this one to the receiver before that.\n`;
}

runCommand(main);
