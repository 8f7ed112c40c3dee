"use client";

import useSWR from "swr";
import type { NamedNotification } from "@/lib/http/notifications/cockpit-schemas";
import { SWR_OPTIONS } from "../../api/swr-options";
import { useLiveRefresh } from "../../live/live-provider";
import { NOTIFICATION_TEXTS } from "../../texts/en/delivery-texts";
import { BackLink } from "../../ui/back-link";
import { Card } from "../../ui/card";
import { CodeRegion } from "../../ui/code-region";
import { CopyButton } from "../../ui/copy-button";
import { LoadFailure } from "../../ui/load-failure";
import { areNotificationsConcerned } from "../concerned-notifications";
import { LOG_PAGE_PATH } from "../log/log-query";
import { ResendButton } from "../log/resend-button";
import { StateBadge } from "../log/state-badge";
import { notificationPath } from "../log/webhook-calls";
import { AttemptTimeline } from "./attempt-timeline";
import { NotificationFacts } from "./notification-facts";
import { NotificationItems } from "./notification-items";

/**
 * One notification: its changes, its exact content, every attempt with the response, and what comes next. Updates live.
 */
export function NotificationView({
  notification: initial,
}: {
  readonly notification: NamedNotification;
}) {
  const { data, error, mutate } = useSWR<NamedNotification>(notificationPath(initial.id), {
    ...SWR_OPTIONS,
    fallbackData: initial,
  });
  useLiveRefresh(() => mutate(), areNotificationsConcerned);
  const notification = data ?? initial;
  return (
    <div className="flex flex-col gap-5">
      <Heading notification={notification} onSent={() => mutate()} />
      {error !== undefined && (
        <LoadFailure error={error} isOlderShown onRetry={() => void mutate()} />
      )}
      <Card title={NOTIFICATION_TEXTS.attemptsTitle}>
        <AttemptTimeline notification={notification} />
      </Card>
      <Card title={NOTIFICATION_TEXTS.contentTitle}>
        <NotificationItems notification={notification} />
      </Card>
      <Card
        title={NOTIFICATION_TEXTS.bodyTitle}
        action={<CopyButton text={notification.body} label={NOTIFICATION_TEXTS.copyBody} />}
      >
        <p className="mb-3 text-quiet">{NOTIFICATION_TEXTS.bodyIntro}</p>
        <CodeRegion label={NOTIFICATION_TEXTS.body} text={notification.body} />
      </Card>
    </div>
  );
}

function Heading({
  notification,
  onSent,
}: {
  readonly notification: NamedNotification;
  readonly onSent: () => unknown;
}) {
  const { isTest, itemCount, state, situation } = notification;
  return (
    <div>
      <BackLink href={LOG_PAGE_PATH} label={NOTIFICATION_TEXTS.back} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-serif text-4xl">
          {isTest ? NOTIFICATION_TEXTS.testTitle : NOTIFICATION_TEXTS.title(itemCount)}
        </h1>
        <StateBadge state={state} />
        <ResendButton
          notification={notification}
          onSent={onSent}
          tone="primary"
          className="sm:ml-auto"
        />
      </div>
      <p role="status" className="mt-2 text-quiet">
        {situation}
      </p>
      <NotificationFacts notification={notification} />
    </div>
  );
}
