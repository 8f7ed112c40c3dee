import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { Clock, Randomness } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { retryLostRace } from "@/lib/kernel/rules/retry-lost-race";
import type { BuiltInReceiver } from "../../ports/built-in-receiver";
import type {
  WebhookConfigurationRepository,
  WebhookPolicy,
} from "../../ports/webhook-configuration";
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from "../../rules/webhook-secret";
import { replaceWebhookSecret } from "./replace-webhook-secret";
import { type ReceiverOutcome, sendSecretsToReceiver } from "./send-secrets-to-receiver";

/** The result of a rotation. */
export interface RotatedSecret {
  /** Shown only once. */
  readonly secret: string;
  /** When the previous secret expires; null if there was no previous secret. */
  readonly previousExpiresAt: Date | null;
  /** Whether the built-in receiver already accepts it. */
  readonly receiver: ReceiverOutcome;
}

/**
 * Creates a new signing secret and returns it; it is never shown again. The previous secret works for 24 hours; an older
 * secret is dropped. The built-in receiver gets the new secret, but the rotation also succeeds if the receiver does not
 * respond. Not idempotent: each call creates a different secret. It works without a webhook URL.
 * @throws DomainError `secret-set-by-operator`, because the next start would undo the rotation; `too-much-contention`
 * after three lost races, in which case nothing was changed
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
  // A lost race means that a concurrent rotation succeeded; this rotation then follows it.
  const replaced = await retryLostRace(async () => {
    const { secret: replacing } = await ports.webhookConfiguration.find();
    return replaceWebhookSecret(ports, { secret, replacing, author });
  }, "Other calls kept rotating the secret. This call changed nothing. Retry it.");
  // The secret must reach the caller whatever has failed, because it cannot be shown again.
  const notTold = (cause: unknown) => ({ isTold: false, cause });
  return { secret, ...replaced, receiver: await sendSecretsToReceiver(ports).catch(notTold) };
}

const secretSetByOperator = () =>
  new DomainError(
    "secret-set-by-operator",
    "The secret comes from the setting WEBHOOK_SIGNING_SECRET. Change the setting and restart Stagedoor.",
  );
