import type { Clock } from "@/lib/kernel/ports/system";
import type {
  DeliveryStatistics,
  DeliveryStatisticsSource,
  DeliverySummary,
} from "../ports/delivery-statistics";
import type { WebhookConfigurationRepository, WebhookPolicy } from "../ports/webhook-configuration";
import { stillValid } from "../rules/webhook-secret";

/** Where notifications go, how they are signed, and how the receiver is doing. Never a secret. */
export interface WebhookOverview {
  /** null while none is set. */
  readonly url: string | null;
  readonly secret: {
    readonly isSet: boolean;
    /** A setting of the operator decides it. */
    readonly isFixed: boolean;
    /** Until when the previous secret is valid, too; null: none is. */
    readonly previousExpiresAt: Date | null;
  };
  readonly policy: {
    readonly allowedNetworks: readonly string[];
    readonly builtInOrigin: string | null;
  };
  readonly health: DeliveryStatistics & DeliverySummary;
}

/** Everything that is known of the webhook, besides its log; nothing is asked of the receiver. */
export async function getWebhookOverview(ports: {
  webhookConfiguration: WebhookConfigurationRepository;
  webhookPolicy: WebhookPolicy;
  deliveryStatistics: DeliveryStatisticsSource;
  clock: Clock;
}): Promise<WebhookOverview> {
  const [{ url, secret, previousSecret }, statistics, summary] = await Promise.all([
    ports.webhookConfiguration.find(),
    ports.deliveryStatistics.measure(),
    ports.deliveryStatistics.summarise(),
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
      // Without a URL, what is pending waits for one: no attempt is planned.
      nextAttemptAt: url === null ? null : summary.nextAttemptAt,
    },
  };
}
