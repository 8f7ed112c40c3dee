import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import { retryLostRace } from "@/lib/kernel/rules/retry-lost-race";
import type { BuiltInReceiver } from "../ports/built-in-receiver";
import type { WebhookConfigurationRepository } from "../ports/webhook-configuration";
import { showWebhookSecrets } from "./show-webhook-secrets";

type SecretPorts = {
  builtInReceiver: BuiltInReceiver | null;
  webhookConfiguration: WebhookConfigurationRepository;
  secretBox: SecretBox;
  clock: Clock;
};

/** What became of telling the built-in receiver. */
export interface ReceiverOutcome {
  /** Whether it knows every secret that is valid now; null: there was nobody to tell. */
  readonly isTold: boolean | null;
  /** Why it was not told, for the log of the caller. */
  readonly cause?: unknown;
}

/**
 * Sends the built-in receiver every secret that is valid now, so that it accepts the next notification. One that does not
 * answer is not an error: the next start of Stagedoor sends them again. Several calls at once leave it with the last
 * secrets.
 * @throws DomainError `database-unavailable`; Error when a secret was sealed with another key
 */
export async function sendSecretsToReceiver(ports: SecretPorts): Promise<ReceiverOutcome> {
  const { builtInReceiver } = ports;
  if (!builtInReceiver) return { isTold: null };
  const send = async (): Promise<ReceiverOutcome | null> => {
    const secrets = await validSecrets(ports);
    try {
      await builtInReceiver.verifyWith(secrets);
    } catch (cause) {
      return { isTold: false, cause };
    }
    // A rotation meanwhile may have sent newer ones before us, which ours would undo.
    return (await validSecrets(ports)).join() === secrets.join() ? { isTold: true } : null;
  };
  return retryLostRace(send, "The signing secrets kept changing while they were being sent.").catch(
    (cause: unknown) => {
      if (cause instanceof DomainError && cause.code === "too-much-contention")
        return { isTold: false, cause };
      throw cause;
    },
  );
}

/** Newest first. */
async function validSecrets(ports: SecretPorts): Promise<readonly string[]> {
  const { secret, previous } = await showWebhookSecrets(ports);
  return [secret, previous?.secret].filter((text) => typeof text === "string");
}
