import type { Clock } from "@/lib/kernel/ports/system";
import type { BuiltInReceiver } from "../ports/built-in-receiver";
import type { SecretBox, WebhookConfigurationRepository } from "../ports/webhook-configuration";
import { showWebhookSecrets } from "./show-webhook-secrets";

type TellPorts = {
  builtInReceiver: BuiltInReceiver | null;
  webhookConfiguration: WebhookConfigurationRepository;
  secretBox: SecretBox;
  clock: Clock;
};

/** What became of telling the built-in receiver. */
export interface ReceiverOutcome {
  /** Whether it knows every secret that is valid now; null: there was nobody to tell. */
  readonly isTold: boolean | null;
  /** Why it was not told, for the log of whoever asked. */
  readonly cause?: unknown;
}

/**
 * Tells the built-in receiver every secret that is valid now, so that it accepts the next notification. One that does not
 * answer is no error: the next start of Stagedoor tells it, too. Several at once leave it with the last ones.
 * @throws DomainError `database-unavailable`; Error when a secret was sealed with another key
 */
export async function sendSecretsToReceiver(ports: TellPorts): Promise<ReceiverOutcome> {
  const { builtInReceiver } = ports;
  if (!builtInReceiver) return { isTold: null };
  let told: readonly string[];
  let valid = await validSecrets(ports);
  do {
    told = valid;
    try {
      await builtInReceiver.verifyWith(told);
    } catch (cause) {
      return { isTold: false, cause };
    }
    // A rotation meanwhile may have told it before us, and would be undone.
    valid = await validSecrets(ports);
  } while (valid.join() !== told.join());
  return { isTold: true };
}

/** Newest first. */
async function validSecrets(ports: TellPorts): Promise<readonly string[]> {
  const { secret, previous } = await showWebhookSecrets(ports);
  return [secret, previous?.secret].filter((text) => typeof text === "string");
}
