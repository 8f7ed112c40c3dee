import type { Clock } from "@/lib/kernel/ports/system";
import type {
  DeliveryStatistics,
  DeliveryStatisticsSource,
  DeliverySummary,
  ReceiverFailure,
} from "../../ports/delivery-statistics";
import type {
  WebhookConfigurationRepository,
  WebhookPolicy,
} from "../../ports/webhook-configuration";
import { stillValid } from "../../rules/webhook-secret";

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
