import type { WebhookOverview } from "@/lib/notifications/use-cases/get-webhook-overview";
import type { RotatedSecret } from "@/lib/notifications/use-cases/rotate-webhook-secret";
import type { NewWebhookSecret, WebhookOverview as ShownOverview } from "./webhook-schemas";

/** What the page "External document management" shows besides the delivery log. */
export function renderWebhookOverview(overview: WebhookOverview): ShownOverview {
  const { url, secret, policy, health } = overview;
  return {
    url,
    secret: { ...secret, previousExpiresAt: textOf(secret.previousExpiresAt) },
    policy: { ...policy, allowedNetworks: [...policy.allowedNetworks] },
    health: {
      failingSince: textOf(health.failingSince),
      changesWaiting: health.changesWaiting,
      notificationsOutstanding: health.notificationsOutstanding,
      oldestUntoldAt: textOf(health.oldestUntoldAt),
      nextAttemptAt: textOf(health.nextAttemptAt),
      undeliveredCount: health.undeliveredCount,
      lastDeliveredAt: textOf(health.lastDeliveredAt),
    },
  };
}

/** The only answer of the cockpit that holds a secret. */
export const renderNewSecret = (rotated: RotatedSecret): NewWebhookSecret => ({
  secret: rotated.secret,
  previousExpiresAt: textOf(rotated.previousExpiresAt),
  isReceiverTold: rotated.receiver.isTold,
});

const textOf = (time: Date | null) => time?.toISOString() ?? null;
