import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { Clock, Randomness } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { retryLostRace } from "@/lib/kernel/rules/retry-lost-race";
import type { BuiltInReceiver } from "../ports/built-in-receiver";
import type { WebhookConfigurationRepository, WebhookPolicy } from "../ports/webhook-configuration";
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from "../rules/webhook-secret";
import { replaceWebhookSecret } from "./replace-webhook-secret";
import { type ReceiverOutcome, sendSecretsToReceiver } from "./send-secrets-to-receiver";

/** The result of a rotation. */
export interface RotatedSecret {
  /** Shown this once. */
  readonly secret: string;
  /** Until when the previous secret is valid, too; null if there was none. */
  readonly previousExpiresAt: Date | null;
  /** Whether the built-in receiver accepts it already. */
  readonly receiver: ReceiverOutcome;
}

/**
 * Makes a new signing secret and shows it, this once. The previous secret stays valid for 24 hours; an older one is
 * forgotten. The built-in receiver gets the new one; the rotation also succeeds when it does not answer. Not
 * idempotent: each call makes another secret. No URL need be set.
 * @throws DomainError `secret-set-by-operator`: the next start would undo the rotation; `too-much-contention` after three
 * lost races: nothing was changed
 */
export async function rotateWebhookSecret(
  ports: {
    webhookConfiguration: WebhookConfigurationRepository;
    webhookPolicy: WebhookPolicy;
    builtInReceiver: BuiltInReceiver | null;
    secretBox: SecretBox;
    randomness: Randomness;
    clock: Clock;
  },
  author: Author,
): Promise<RotatedSecret> {
  if (ports.webhookPolicy.isSecretFixed) throw secretSetByOperator();
  const secret = formatWebhookSecret(ports.randomness.bytes(WEBHOOK_SECRET_BYTES));
  // A lost race means another rotation: this one comes after it.
  const replaced = await retryLostRace(async () => {
    const { secret: replacing } = await ports.webhookConfiguration.find();
    return replaceWebhookSecret(ports, { secret, replacing, author });
  }, "Other calls kept rotating the secret. This call changed nothing. Retry it.");
  // It must reach the caller, whatever has failed by now: it cannot be shown again.
  const notTold = (cause: unknown) => ({ isTold: false, cause });
  return { secret, ...replaced, receiver: await sendSecretsToReceiver(ports).catch(notTold) };
}

const secretSetByOperator = () =>
  new DomainError(
    "secret-set-by-operator",
    "The secret comes from the setting WEBHOOK_SIGNING_SECRET. Change the setting and restart Stagedoor.",
  );
