import { CircleCheck, CircleX } from "lucide-react";
import Link from "next/link";
import type { PageNotification } from "@/lib/http/documents/document-page-schemas";
import type { Role } from "@/lib/kernel/rules/roles";
import { includesRole } from "@/lib/kernel/rules/roles";
import { describeResult, isReceived } from "../../../notifications/log/attempt-words";
import { Countdown } from "../../../notifications/log/countdown";
import { StateBadge } from "../../../notifications/log/state-badge";
import { ATTEMPT_TEXTS, causeText } from "../../../texts/en/delivery-texts";
import { TIMELINE_TEXTS } from "../../../texts/en/timeline-texts";
import { LocalTime } from "../../../ui/local-time";

/** The notification that contains a change: its state, each attempt, and when the next one is due. */
export function NotificationPart({
  notification,
  role,
}: {
  readonly notification: PageNotification;
  readonly role: Role;
}) {
  const { id, state, itemCount, situation, nextAttemptAt, attempts, deliveries } = notification;
  const older = attempts - deliveries.length;
  const name = TIMELINE_TEXTS.notification(itemCount);
  return (
    <div className="mt-2 rounded-xl border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateBadge state={state} />
        {includesRole(role, "administrator") ? (
          <Link
            href={`/administration/external-dms/notifications/${id}`}
            prefetch={false}
            title={TIMELINE_TEXTS.openLog}
            className="inline-block min-h-6 font-medium underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
          >
            {name}
          </Link>
        ) : (
          <span className="font-medium">{name}</span>
        )}
      </p>
      <p className="mt-1 text-quiet">
        {situation}
        {nextAttemptAt && (
          <>
            {" "}
            {TIMELINE_TEXTS.nextAttempt} <Countdown at={nextAttemptAt} />
            {"."}
          </>
        )}
      </p>
      {deliveries.length > 0 && (
        <ol className="mt-2 flex flex-col gap-2">
          {deliveries.toReversed().map((delivery) => (
            <Attempt key={delivery.number} delivery={delivery} />
          ))}
        </ol>
      )}
      {older > 0 && <p className="mt-2 text-quiet">{TIMELINE_TEXTS.attemptsLeftOut(older)}</p>}
    </div>
  );
}

function Attempt({
  delivery: { number, at, cause, author, status, totalMs, sentence, fix },
}: {
  readonly delivery: PageNotification["deliveries"][number];
}) {
  const hasArrived = isReceived(status);
  const Icon = hasArrived ? CircleCheck : CircleX;
  return (
    <li className="flex items-start gap-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${hasArrived ? "text-go" : "text-alarm"}`}
      />
      <div className="min-w-0">
        <p>
          <span className="font-medium">{describeResult({ status, totalMs })}</span>
          {sentence && <span>{`. ${sentence}`}</span>}
        </p>
        {fix && (
          <p>
            <strong className="font-medium">{ATTEMPT_TEXTS.whatHelps}</strong> {fix}
          </p>
        )}
        <p className="text-quiet text-xs">
          {ATTEMPT_TEXTS.number(number)}
          {" · "}
          <LocalTime at={at} look="clock" />
          {" · "}
          <bdi>{causeText(cause, author)}</bdi>
        </p>
      </div>
    </li>
  );
}
