import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import {
  rotateWebhookSecret,
  showWebhookSecrets,
} from "@/lib/notifications/use-cases/webhook-secrets";
import { command, type Program } from "../command/command";
import { CommandError } from "../command/command-error";
import { withContainer } from "../command/with-container";

const RECEIVER_SENTENCES = {
  told: "The built-in receiver already has it.\n",
  away: "The built-in receiver did not respond. It will get the secret when you restart Stagedoor. If it should be running, check logs/receiver.log in the data folder.\n",
} as const;

/** `npm run webhook-secret`. */
export const WEBHOOK_SECRET: Program = {
  name: "webhook-secret",
  commands: {
    show: command({
      does: "Shows the secrets that sign notifications.",
      parameters: {},
      run: () => withContainer(async ({ ports }) => renderSecrets(await showWebhookSecrets(ports))),
    }),
    rotate: command({
      does: "Creates a new secret. The previous one works for another 24 hours.",
      parameters: {},
      run: () =>
        withContainer(async ({ ports }) =>
          renderRotated(await rotateWebhookSecret(ports, COMMAND_AUTHOR)),
        ),
    }),
  },
};

function renderSecrets({ secret, previous }: Awaited<ReturnType<typeof showWebhookSecrets>>) {
  if (secret === null) {
    throw new CommandError(
      "There is no signing secret yet. Start Stagedoor, or rotate to create one.",
    );
  }
  if (!previous) return `${secret}\n`;
  const until = previous.validUntil.toISOString();
  return `${secret}\n${previous.secret}\n  The previous secret works until ${until}.\n`;
}

function renderRotated({ secret, receiver }: Awaited<ReturnType<typeof rotateWebhookSecret>>) {
  const sentence =
    receiver.isTold === null ? "" : RECEIVER_SENTENCES[receiver.isTold ? "told" : "away"];
  return `${secret}\nThe previous secret works for 24 hours. Add the new one to the receiver within that time.\n${sentence}`;
}
