import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import { retryLostRace } from "@/lib/kernel/rules/retry-lost-race";
import type { BuiltInReceiver } from "../../ports/built-in-receiver";
import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";
import { showWebhookSecrets } from "./show-webhook-secrets";

type SecretPorts = {
  builtInReceiver: BuiltInReceiver | null;
  webhookConfiguration: WebhookConfigurationRepository;
  secretBox: SecretBox;
  clock: Clock;
};

/** The outcome of sending the secrets to the built-in receiver. */
export interface ReceiverOutcome {
  /** Whether the receiver has all secrets that work now; null if there is no built-in receiver. */
  readonly isTold: boolean | null;
  /** Why sending failed, for the caller's log. */
  readonly cause?: unknown;
}

/**
 * Sends the built-in receiver every secret that works now, so that it accepts the next notification. It is not an error
 * if the receiver does not respond: the next start of Stagedoor sends the secrets again. After concurrent calls, the
 * receiver has the latest secrets.
 * @throws DomainError `database-unavailable`; Error if a secret was encrypted with a different key
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
    // A concurrent rotation may have sent newer secrets first, which this call would then have replaced.
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
