import type { Clock, Randomness, SecretBox } from "@/lib/kernel/ports";
import { type Author, COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { assertInput, retryLostRace } from "@/lib/kernel/rules/errors";
import type {
  DeliveryStatistics,
  DeliveryStatisticsSource,
  DeliverySummary,
  ReceiverFailure,
} from "../log-ports";
import type {
  BuiltInReceiver,
  DeliveryRuns,
  WebhookConfigurationRepository,
  WebhookPolicy,
} from "../ports";
import { formatWebhookSecret, stillValid, WEBHOOK_SECRET_BYTES } from "../rules/webhook-secret";
import { webhookUrlProblem } from "../rules/webhook-url";
import { requestDeliveryRuns } from "./resend-notifications";
import {
  type ReceiverOutcome,
  replaceWebhookSecret,
  sendSecretsToReceiver,
} from "./webhook-secrets";

/** Returns the webhook URL exactly as entered; null while no URL is set. Never returns a secret. */
export async function getWebhookConfiguration(ports: {
  webhookConfiguration: WebhookConfigurationRepository;
}): Promise<{ url: string | null }> {
  const { url } = await ports.webhookConfiguration.find();
  return { url };
}

/** The webhook URL, how notifications are signed, and the state of deliveries. Never contains a secret. */
export interface WebhookOverview {
  /** null while no URL is set. */
  readonly url: string | null;
  readonly secret: {
    readonly isSet: boolean;
    /** Whether an operator setting defines the secret. */
    readonly isFixed: boolean;
    /** When the previous secret expires; null if no previous secret works. */
    readonly previousExpiresAt: Date | null;
  };
  readonly policy: {
    readonly allowedNetworks: readonly string[];
    readonly builtInOrigin: string | null;
  };
  readonly health: DeliveryStatistics & DeliverySummary & Pick<ReceiverFailure, "testArrivedAt">;
}

/** Returns everything about the webhook except its log. It does not contact the receiver. */
export async function getWebhookOverview(ports: {
  webhookConfiguration: WebhookConfigurationRepository;
  webhookPolicy: WebhookPolicy;
  deliveryStatistics: DeliveryStatisticsSource;
  clock: Clock;
}): Promise<WebhookOverview> {
  const [{ url, secret, previousSecret }, statistics, summary, failure] = await Promise.all([
    ports.webhookConfiguration.find(),
    ports.deliveryStatistics.measure(),
    ports.deliveryStatistics.summarise(),
    ports.deliveryStatistics.findFailure(),
  ]);
  const { allowedNetworks, builtInOrigin, isSecretFixed } = ports.webhookPolicy;
  return {
    url,
    secret: {
      isSet: secret !== null,
      isFixed: isSecretFixed,
      previousExpiresAt: stillValid(previousSecret, ports.clock.now())?.expiresAt ?? null,
    },
    policy: { allowedNetworks, builtInOrigin },
    health: {
      ...statistics,
      ...summary,
      testArrivedAt: failure?.testArrivedAt ?? null,
      // Without a URL, pending notifications wait for one, so no attempt is planned.
      nextAttemptAt: url === null ? null : summary.nextAttemptAt,
    },
  };
}

type SetPorts = {
  webhookConfiguration: WebhookConfigurationRepository;
  webhookPolicy: WebhookPolicy;
  builtInReceiver: BuiltInReceiver | null;
  deliveryRuns: DeliveryRuns;
  secretBox: SecretBox;
  randomness: Randomness;
  clock: Clock;
};

/**
 * Sets the webhook URL. It applies to the next change, and pending notifications are sent there immediately. The first
 * call also creates the signing secret, which is never shown; a rotation shows a new one (decision 0018). The built-in
 * receiver gets that first secret, and the valid secrets whenever notifications will go there. Idempotent.
 * @param input.url stored exactly as entered
 * @throws DomainError `validation-failed` if `webhookUrlProblem` rejects the URL
 */
export async function setWebhookUrl(
  ports: SetPorts,
  input: { url: string; author: Author },
): Promise<{ url: string; receiver: ReceiverOutcome }> {
  assertAcceptable(ports, input.url);
  const { secret: secretBefore } = await ports.webhookConfiguration.find();
  const secret = formatWebhookSecret(ports.randomness.bytes(WEBHOOK_SECRET_BYTES));
  const at = ports.clock.now();
  const due = await ports.webhookConfiguration.setUrl(
    input.url,
    { firstSecret: ports.secretBox.seal(secret), at },
    { at, author: input.author, action: "webhook-url-changed", subject: "webhook" },
  );
  // The receiver gets the secrets before anything is sent, because otherwise it would reject the first signature.
  const isToBeTold = secretBefore === null || isOfReceiver(ports, input.url);
  const receiver = isToBeTold ? await sendSecretsToReceiver(ports) : { isTold: null };
  await requestDeliveryRuns(ports, due);
  return { url: input.url, receiver };
}

function assertAcceptable({ webhookPolicy }: { webhookPolicy: WebhookPolicy }, url: string): void {
  const { allowedNetworks, builtInOrigin } = webhookPolicy;
  assertInput({ "#/url": webhookUrlProblem(url, allowedNetworks, builtInOrigin) });
}

/** Callers with a different URL do not have to wait for a receiver that hangs. */
const isOfReceiver = (
  { builtInReceiver }: { builtInReceiver: BuiltInReceiver | null },
  url: string,
) => builtInReceiver?.origin === new URL(url).origin;

type ChangePorts = Parameters<typeof setWebhookUrl>[0] & {
  deliveryStatistics: DeliveryStatisticsSource;
};

/**
 * Sets or removes the webhook URL as `setWebhookUrl` and `removeWebhookUrl` do, and returns the resulting configuration.
 * @param input.url null to remove it
 * @throws DomainError `validation-failed` if `webhookUrlProblem` rejects the URL
 */
export async function changeWebhookUrl(
  ports: ChangePorts,
  { url, author }: { url: string | null; author: Author },
): Promise<WebhookOverview & { readonly receiver: ReceiverOutcome }> {
  if (url === null) {
    await removeWebhookUrl(ports, author);
    return { ...(await getWebhookOverview(ports)), receiver: { isTold: null } };
  }
  const { receiver } = await setWebhookUrl(ports, { url, author });
  return { ...(await getWebhookOverview(ports)), receiver };
}

/**
 * Removes the webhook URL: no notifications are sent for later changes (decision 0010). Safe to call if no URL is set.
 * The secrets remain, so that a receiver whose URL is set again can still verify signatures (decision 0018).
 */
export async function removeWebhookUrl(
  ports: { webhookConfiguration: WebhookConfigurationRepository; clock: Clock },
  author: Author,
): Promise<void> {
  const at = ports.clock.now();
  const note = { at, author, action: "webhook-url-changed", subject: "webhook" } as const;
  await ports.webhookConfiguration.removeUrl(at, note);
}

/**
 * Makes sure that there is a signing secret. A secret in the setting becomes the current secret, and the previous one
 * works for 24 hours. Idempotent, even for concurrent calls: the same secret is not rotated twice.
 * @param wanted a secret that `webhookSecretProblem` accepts; null for any
 * @throws DomainError `too-much-contention` after three lost races
 */
export async function applyWebhookSecret(
  ports: Parameters<typeof replaceWebhookSecret>[0] & { randomness: Randomness },
  wanted: string | null,
): Promise<void> {
  const secret = wanted ?? formatWebhookSecret(ports.randomness.bytes(WEBHOOK_SECRET_BYTES));
  await retryLostRace(async () => {
    const { secret: replacing } = await ports.webhookConfiguration.find();
    const isKept =
      replacing !== null && (wanted === null || ports.secretBox.open(replacing) === wanted);
    return isKept || replaceWebhookSecret(ports, { secret, replacing, author: COMMAND_AUTHOR });
  }, "The signing secret kept changing while it was being set. Start Stagedoor again.");
}
