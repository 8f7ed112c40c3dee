import type { Metadata } from "next";
import { getContainer } from "@/app/container";
import { requireRole } from "@/app/require-role";
import { logPath, readLogFilter } from "@/components/notifications/log/log-query";
import { WebhookAdministration } from "@/components/notifications/webhook/webhook-administration";
import { WEBHOOK_TEXTS } from "@/components/texts/en/webhook-texts";
import {
  renderCockpitNotifications,
  renderWebhookOverview,
} from "@/lib/http/notifications/cockpit-serializers";
import { readNotificationsQuery } from "@/lib/http/notifications/read-notifications-query";
import { getWebhookOverview } from "@/lib/notifications/use-cases/get-webhook-overview";
import { listNotifications } from "@/lib/notifications/use-cases/list-notifications";

export const metadata: Metadata = { title: WEBHOOK_TEXTS.title };

type Query = Record<string, string | string[] | undefined>;

/** Where notifications go, how they are signed, how the receiver is doing, and everything that was sent. */
export default async function ExternalDmsPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireRole("administrator");
  const { ports } = getContainer();
  const filter = readLogFilter((await searchParams).state);
  // The first page as the browser would ask for it, so that both show the same rows.
  const asked = readNotificationsQuery(new URL(logPath(filter, null), "http://page").searchParams);
  const [overview, page] = await Promise.all([
    getWebhookOverview(ports),
    listNotifications(ports, asked),
  ]);
  return (
    <div className="max-w-4xl">
      <h1 className="font-serif text-4xl">{WEBHOOK_TEXTS.title}</h1>
      <p className="mt-2 mb-6 max-w-2xl text-quiet">{WEBHOOK_TEXTS.intro}</p>
      <WebhookAdministration
        overview={renderWebhookOverview(overview)}
        log={{ filter, page: renderCockpitNotifications(page, asked.filter) }}
      />
    </div>
  );
}
