"use client";

import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import useSWR from "swr";
import { isStatus } from "@/lib/documents/rules/status";
import type {
  CockpitNotificationDetail,
  NamedNotification,
} from "@/lib/http/notifications/cockpit-schemas";
import { SWR_OPTIONS } from "../../api/swr-options";
import { areNotificationsConcerned } from "../../live/live-connection";
import { useLiveRefresh } from "../../live/live-provider";
import { documentPath } from "../../shell/addresses";
import { NOTIFICATION_TEXTS } from "../../texts/en/delivery-texts";
import { formatCount } from "../../texts/en/format";
import { BackLink } from "../../ui/back-link";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { CopyButton } from "../../ui/copy-button";
import { LoadFailure } from "../../ui/load-failure";
import { LocalTime } from "../../ui/local-time";
import { CodeRegion } from "../../ui/scroll-region";
import { StatusBadge } from "../../ui/status-badge";
import { Countdown } from "../log/countdown";
import { LOG_PAGE_PATH } from "../log/log-query";
import { ResendButton } from "../log/resend-button";
import { StateBadge } from "../log/state-badge";
import { notificationPath } from "../log/webhook-calls";
import { AttemptTimeline } from "./attempt-timeline";

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

/** A notification contains up to 100 changes; this many are shown at first. */
const SHOWN_FIRST = 10;

type Item = NamedNotification["items"][number];

/** The changes in a notification, in order. */
function NotificationItems({
  notification: { items, isTest, documents },
}: {
  readonly notification: NamedNotification;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, SHOWN_FIRST);
  return (
    <>
      {isTest && <p className="mb-3 text-quiet">{NOTIFICATION_TEXTS.testContent}</p>}
      <ol aria-label={NOTIFICATION_TEXTS.items} className="divide-y divide-line">
        {shown.map((item) => (
          // A notification contains each move of a document at most once, so the move makes the key unique.
          <Change
            key={`${item.uuid} ${item.previousStatus} ${item.currentStatus}`}
            item={item}
            document={documents.find(({ uuid }) => uuid === item.uuid) ?? null}
          />
        ))}
      </ol>
      {shown.length < items.length && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          {NOTIFICATION_TEXTS.showAllItems(items.length)}
        </Button>
      )}
    </>
  );
}

function Change({
  item: { uuid, url, previousStatus, currentStatus },
  document,
}: {
  readonly item: Item;
  /** null for a test, which does not concern a document. */
  readonly document: NamedNotification["documents"][number] | null;
}) {
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      {document && (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            href={documentPath(uuid)}
            prefetch={false}
            className="inline-block min-h-6 font-medium underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
          >
            <bdi>{document.name}</bdi>
          </Link>
          <bdi className="text-quiet text-sm">{document.assetIdentifier}</bdi>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-2">
        <StatusInWords status={previousStatus} />
        <ArrowRight aria-hidden className="size-4 text-quiet" />
        <span className="sr-only">{NOTIFICATION_TEXTS.to}</span>
        <StatusInWords status={currentStatus} />
      </p>
      {!document && <p className="break-all font-mono text-xs">{uuid}</p>}
      <p className="break-all font-mono text-quiet text-xs">{url}</p>
    </li>
  );
}

/** null stands for a document that did not exist before. A status unknown to this page is shown as a number. */
function StatusInWords({ status }: { status: number | null }) {
  if (status === null) {
    return <span className="text-sm text-quiet">{NOTIFICATION_TEXTS.isNew}</span>;
  }
  return isStatus(status) ? <StatusBadge status={status} /> : <span>{status}</span>;
}

/** When a notification was created and settled, the number of attempts, and the ids by which a receiver recognises it. */
function NotificationFacts({ notification }: { readonly notification: CockpitNotificationDetail }) {
  const { state, createdAt, settledAt, attempts, nextAttemptAt, webhookId } = notification;
  const settled = state === "delivered" ? NOTIFICATION_TEXTS.delivered : NOTIFICATION_TEXTS.givenUp;
  return (
    <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-4 text-sm">
      <Fact name={NOTIFICATION_TEXTS.created}>
        <LocalTime at={createdAt} look="clock" />
      </Fact>
      {settledAt && (
        <Fact name={settled}>
          <LocalTime at={settledAt} look="clock" />
        </Fact>
      )}
      <Fact name={NOTIFICATION_TEXTS.attempts}>{formatCount(attempts)}</Fact>
      {nextAttemptAt && (
        <Fact name={NOTIFICATION_TEXTS.nextAttempt}>
          <Countdown at={nextAttemptAt} />
        </Fact>
      )}
      <Fact name={NOTIFICATION_TEXTS.webhookId}>
        <span className="flex flex-wrap items-center gap-2">
          <code className="break-all text-xs">{webhookId}</code>
          <CopyButton text={webhookId} label={NOTIFICATION_TEXTS.copyWebhookId} />
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="mt-0.5 tabular-nums">{children}</dd>
    </div>
  );
}
