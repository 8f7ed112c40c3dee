import Link from "next/link";
import type { ReactNode } from "react";
import type { WebhookOverview } from "@/lib/http/notifications/cockpit-schemas";
import { formatCount } from "../../texts/en/format";
import { HEALTH_TEXTS } from "../../texts/en/webhook-texts";
import { LocalTime } from "../../ui/local-time";

/** A count of this number means "this many or more". */
const COUNT_MAX = 10_000;

/** Figures about the receiver's health. */
export function HealthFigures({ health }: { readonly health: WebhookOverview["health"] }) {
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5 border-line border-t pt-5 sm:grid-cols-3 lg:grid-cols-5">
      <Figure name={HEALTH_TEXTS.changesWaiting}>{formatCount(health.changesWaiting)}</Figure>
      <Figure name={HEALTH_TEXTS.outstanding}>
        {formatCount(health.notificationsOutstanding)}
      </Figure>
      <Figure name={HEALTH_TEXTS.undelivered}>
        <GivenUp count={health.undeliveredCount} />
      </Figure>
      <Figure name={HEALTH_TEXTS.lastDelivered}>
        <Moment at={health.lastDeliveredAt} missing={HEALTH_TEXTS.never} />
      </Figure>
      <Figure name={HEALTH_TEXTS.oldestUntold}>
        <Moment at={health.oldestUntoldAt} missing={HEALTH_TEXTS.none} />
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col justify-between gap-1">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="text-lg tabular-nums leading-tight">{children}</dd>
    </div>
  );
}

function Moment({ at, missing }: { readonly at: string | null; readonly missing: string }) {
  return at === null ? missing : <LocalTime at={at} look="relative" />;
}

function GivenUp({ count }: { readonly count: number }) {
  const text = count >= COUNT_MAX ? `${formatCount(COUNT_MAX)}+` : formatCount(count);
  if (count === 0) return text;
  return (
    <Link
      href="?state=undelivered#delivery-log"
      prefetch={false}
      aria-label={HEALTH_TEXTS.undeliveredLink(text)}
      className="inline-block min-h-6 text-alarm underline underline-offset-4"
    >
      {text}
    </Link>
  );
}
