"use client";

import useSWR from "swr";
import type { WebhookOverview } from "@/lib/http/notifications/cockpit-schemas";
import { SWR_OPTIONS } from "../../api/swr-options";
import type { LiveNews } from "../../live/live-connection";
import { useLiveRefresh } from "../../live/live-provider";
import { WEBHOOK_PATH } from "../log/webhook-calls";

/** Status changes concern the overview too: they count as waiting until they are in a notification. */
const concerns = (news: LiveNews) =>
  news === "everything" || news.areNotificationsChanged || news.assetIdentifiers.length > 0;

/**
 * Returns the webhook URL and the receiver's health, updated live; `take` applies a response that already contains them.
 */
export function useWebhookOverview(initial: WebhookOverview) {
  const { data, error, mutate } = useSWR<WebhookOverview>(WEBHOOK_PATH, {
    ...SWR_OPTIONS,
    fallbackData: initial,
  });
  useLiveRefresh(() => mutate(), concerns);
  return {
    overview: data ?? initial,
    error: error as unknown,
    refresh: () => mutate(),
    take: (answer: WebhookOverview) => mutate(answer, { revalidate: false }),
  };
}
