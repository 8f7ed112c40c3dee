import { requirePage } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import { logPath, readLogQuery } from "@/components/notifications/log/log-query";
import { WebhookAdministration } from "@/components/notifications/webhook/webhook-administration";
import { WEBHOOK_TEXTS } from "@/components/texts/en/webhook-texts";
import {
  renderCockpitNotifications,
  renderWebhookOverview,
} from "@/lib/http/notifications/cockpit-serializers";
import { readDeliveryLogQuery } from "@/lib/http/notifications/notification-queries";
import { listDeliveryLog } from "@/lib/notifications/use-cases/delivery-log";
import { getWebhookOverview } from "@/lib/notifications/use-cases/webhook-configuration";

export const metadata = metadataOf("/administration/external-dms");

type Query = Record<string, string | string[] | undefined>;

/** The webhook URL, the signing secret, the receiver's health, and the delivery log. */
export default async function ExternalDmsPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requirePage("/administration/external-dms");
  const { ports } = getContainer();
  const { state, q } = await searchParams;
  const query = readLogQuery({ state, q });
  // Uses the same query as the browser's first request, so that the server and the browser show the same rows.
  const options = readDeliveryLogQuery(new URL(logPath(query, null), "http://page").searchParams);
  const [overview, page] = await Promise.all([
    getWebhookOverview(ports),
    listDeliveryLog(ports, options),
  ]);
  return (
    <div className="max-w-4xl">
      <h1 className="font-serif text-4xl">{WEBHOOK_TEXTS.title}</h1>
      <p className="mt-2 mb-6 max-w-2xl text-quiet">{WEBHOOK_TEXTS.intro}</p>
      <WebhookAdministration
        overview={renderWebhookOverview(overview)}
        log={{ query, page: renderCockpitNotifications(page, options.filter) }}
      />
    </div>
  );
}
