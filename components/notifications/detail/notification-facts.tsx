import type { ReactNode } from "react";
import type { CockpitNotificationDetail } from "@/lib/http/notifications/cockpit-schemas";
import { NOTIFICATION_TEXTS } from "../../texts/en/delivery-texts";
import { formatCount } from "../../texts/en/format";
import { CopyButton } from "../../ui/copy-button";
import { LocalTime } from "../../ui/local-time";
import { Countdown } from "../log/countdown";

/** When a notification was created and settled, the number of attempts, and the ids by which a receiver recognises it. */
export function NotificationFacts({
  notification,
}: {
  readonly notification: CockpitNotificationDetail;
}) {
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
