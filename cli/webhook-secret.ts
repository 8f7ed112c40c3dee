import { type Container, createContainer } from "@/app/container";
import type { PartSettings } from "@/lib/env";
import { rotateWebhookSecret } from "@/lib/services/rotate-webhook-secret";
import { showWebhookSecrets } from "@/lib/services/show-webhook-secrets";
import { CommandError } from "./command/command-error";
import { readCommandSettings } from "./command/command-settings";
import { runCommand } from "./command/run-command";
import { readReceiverAccess } from "./receiver-control/find-receiver";
import { createReceiverControl } from "./receiver-control/receiver-control";

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

async function rotate({ ports, settings }: Container): Promise<string> {
  const { secret } = await rotateWebhookSecret(ports);
  return `${secret}\nThe one of before stays valid for 24 hours: give this one to the receiver before that.\n${await tellReceiver(ports, settings)}`;
}

/** The rotation is done whatever comes of this, and the secret must not get lost by it. */
async function tellReceiver(ports: Container["ports"], settings: PartSettings): Promise<string> {
  const access = await readReceiverAccess(settings);
  if (access === null) return "";
  const { secret, previous } = await showWebhookSecrets(ports);
  const secrets = [secret, previous?.secret].filter((text) => typeof text === "string");
  const receiver = createReceiverControl(access);
  try {
    await receiver.verifyWith(secrets);
    return "The built-in receiver has it already.\n";
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The built-in receiver gets it when Stagedoor is started again. ${reason}\n`;
  } finally {
    await receiver.close();
  }
}

runCommand(main);
