"use client";

import type { WebhookOverview } from "@/lib/http/notifications/cockpit-schemas";
import { LoadFailure } from "../../ui/load-failure";
import { DeliveryLog } from "../list/delivery-log";
import type { LogQuery } from "../log/log-query";
import type { LogPage } from "../log/webhook-calls";
import { HealthCard } from "./health-card";
import { SecretCard } from "./secret-card";
import { UrlCard } from "./url-card";
import { useWebhookOverview } from "./use-webhook-overview";

/**
 * The whole page "External document management": the webhook URL, the signing secret, the receiver's health, and the
 * delivery log.
 */
export function WebhookAdministration({
  overview: initialOverview,
  log,
}: {
  readonly overview: WebhookOverview;
  readonly log: { readonly query: LogQuery; readonly page: LogPage };
}) {
  const { overview, error, refresh, take } = useWebhookOverview(initialOverview);
  return (
    <div className="flex flex-col gap-5">
      {error !== undefined && (
        <LoadFailure error={error} isOlderShown onRetry={() => void refresh()} />
      )}
      <UrlCard overview={overview} onOverview={take} />
      <SecretCard secret={overview.secret} onChanged={refresh} />
      <HealthCard overview={overview} onSent={refresh} />
      <DeliveryLog initial={log} onSent={refresh} />
    </div>
  );
}
