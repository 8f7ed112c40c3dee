"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import useSWR from "swr";
import type { DeliveryAlert as Alert } from "@/lib/http/notifications/cockpit-schemas";
import { SWR_OPTIONS } from "../api/swr-options";
import { areNotificationsConcerned } from "../live/live-connection";
import { useLiveRefresh } from "../live/live-provider";
import { useMay } from "../shell/role-provider";
import { ALERT_TEXTS } from "../texts/en/shell-texts";

const ALERT_PATH = "/api/cockpit/webhook/alert";
const LOOK =
  "inline-flex min-h-8 items-center gap-1.5 whitespace-nowrap rounded-full border border-alarm/40 bg-alarm-soft px-3 font-medium text-alarm text-xs [&_svg]:size-3.5 [&_svg]:shrink-0";

/**
 * Shows in the navigation of every page that notifications are failing, updated live, to users who may see it. Gives
 * administrators a link to the reason and tells reviewers whom to ask. Screen readers announce it when it appears.
 */
export function DeliveryAlert({ initial }: { readonly initial: Alert }) {
  const { data, mutate } = useSWR<Alert>(ALERT_PATH, {
    ...SWR_OPTIONS,
    fallbackData: initial,
    revalidateOnMount: false,
  });
  useLiveRefresh(() => mutate(), areNotificationsConcerned);
  const mayAdminister = useMay("administrator");
  const { failingSince } = data ?? initial;
  const { title, help, askHelp } = ALERT_TEXTS;
  return (
    // Always rendered, because screen readers often skip a region that appears together with its text.
    <div role="status">
      {failingSince !== null &&
        (mayAdminister ? (
          <Link href="/administration/external-dms" prefetch={false} title={help} className={LOOK}>
            <TriangleAlert aria-hidden />
            {title}
          </Link>
        ) : (
          <span title={askHelp} className={LOOK}>
            <TriangleAlert aria-hidden />
            {title}
            <span className="sr-only">{askHelp}</span>
          </span>
        ))}
    </div>
  );
}
