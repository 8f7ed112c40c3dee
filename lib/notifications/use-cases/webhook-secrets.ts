import type { Clock, Randomness, SecretBox } from "@/lib/kernel/ports";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError, retryLostRace } from "@/lib/kernel/rules/errors";
import type { BuiltInReceiver, WebhookConfigurationRepository, WebhookPolicy } from "../ports";
import {
  formatWebhookSecret,
  PREVIOUS_SECRET_VALID_SECONDS,
  stillValid,
  WEBHOOK_SECRET_BYTES,
} from "../rules/webhook-secret";

/** The signing secrets that work now. */
export interface WebhookSecrets {
  /** null if no secret has been created yet; Stagedoor creates one when it first starts or when the secret is rotated. */
  readonly secret: string | null;
  /** The previous secret and when it expires; null if no previous secret works. */
  readonly previous: { readonly secret: string; readonly validUntil: Date } | null;
}

/**
 * Decrypts the stored secrets.
 * @throws Error if they were encrypted with a different key
 */
export async function showWebhookSecrets(ports: {
  webhookConfiguration: WebhookConfigurationRepository;
  secretBox: SecretBox;
  clock: Clock;
}): Promise<WebhookSecrets> {
  const { secret, previousSecret } = await ports.webhookConfiguration.find();
  const previous = stillValid(previousSecret, ports.clock.now());
  return {
    secret: secret && ports.secretBox.open(secret),
    previous: previous && {
      secret: ports.secretBox.open(previous.sealed),
      validUntil: previous.expiresAt,
    },
  };
}

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

/**
 * Makes `secret` the signing secret if the current one is still `replacing`. The replaced secret then works for 24 hours.
 * @param replacing as encrypted; null if there was none
 * @returns when the previous secret expires (null if there was none); null if a concurrent call was first and nothing was
 * changed
 */
export async function replaceWebhookSecret(
  ports: {
    webhookConfiguration: WebhookConfigurationRepository;
    secretBox: SecretBox;
    clock: Clock;
  },
  { secret, replacing, author }: { secret: string; replacing: Buffer | null; author: Author },
): Promise<{ previousExpiresAt: Date | null } | null> {
  const at = ports.clock.now();
  const previousExpiresAt = new Date(at.getTime() + PREVIOUS_SECRET_VALID_SECONDS * 1000);
  const sealed = ports.secretBox.seal(secret);
  const rotation = { replacing, previousExpiresAt, at };
  const note = { at, author, action: "webhook-secret-rotated", subject: "webhook" } as const;
  if (!(await ports.webhookConfiguration.rotateSecret(sealed, rotation, note))) return null;
  return { previousExpiresAt: replacing === null ? null : previousExpiresAt };
}

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
