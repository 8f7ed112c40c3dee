import { ArrowRight, BellOff, CircleCheck, CircleX } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { isStatus } from "@/lib/documents/rules/status";
import type {
  DocumentPage,
  PageActor,
  PageChange,
  PageEvent,
  PageField,
  PageNotification,
} from "@/lib/http/documents/document-page-schemas";
import { includesRole, type Role } from "@/lib/kernel/rules/actor";
import { describeResult, isReceived } from "../../../notifications/log/attempt-words";
import { Countdown } from "../../../notifications/log/countdown";
import { StateBadge } from "../../../notifications/log/state-badge";
import { actorText } from "../../../texts/en/actor-texts";
import { CORRECTION_TEXTS } from "../../../texts/en/correction-texts";
import { deletionText } from "../../../texts/en/deletion-texts";
import { ATTEMPT_TEXTS, causeText } from "../../../texts/en/delivery-texts";
import { reasonText, TIMELINE_TEXTS } from "../../../texts/en/timeline-texts";
import { Card } from "../../../ui/card";
import { Disclosure } from "../../../ui/disclosure";
import { LocalTime } from "../../../ui/local-time";
import { CancelledBadge, StatusBadge } from "../../../ui/status-badge";
import { formatValue } from "../data/format-value";

/** Everything that happened to a document on one timeline, newest first. */
export function DocumentTimeline({
  timeline: { entries, leftOut, notifications },
  role,
}: {
  readonly timeline: DocumentPage["timeline"];
  readonly role: Role;
}) {
  const byId = new Map(notifications.map((notification) => [notification.id, notification]));
  const shown = new Set<string>();
  return (
    <Card id="timeline" title={TIMELINE_TEXTS.title}>
      <p className="mb-4 text-quiet text-sm">{TIMELINE_TEXTS.intro}</p>
      <ol aria-label={TIMELINE_TEXTS.list} className="relative flex flex-col gap-7">
        {entries.map((entry) =>
          entry.kind === "event" ? (
            <EventEntry key={`event ${entry.id}`} event={entry} />
          ) : (
            <ChangeEntry
              key={`change ${entry.id}`}
              change={entry}
              notification={carrierOf(entry.notificationId, byId, shown)}
              role={role}
            />
          ),
        )}
      </ol>
      {leftOut > 0 && <p className="mt-5 text-quiet text-sm">{TIMELINE_TEXTS.leftOut(leftOut)}</p>}
    </Card>
  );
}

/**
 * Returns the notification to show with a change. A notification is shown only with the newest of its changes; the other
 * changes refer to that one.
 */
function carrierOf(
  id: string | null,
  byId: ReadonlyMap<string, PageNotification>,
  shown: Set<string>,
): PageNotification | "above" | "earlier" | null {
  if (id === null) return null;
  if (shown.has(id)) return "above";
  shown.add(id);
  return byId.get(id) ?? "earlier";
}

/** An event that did not change the status. */
function EventEntry({
  event: { event, at, actor, assets, corrected, note },
}: {
  readonly event: PageEvent;
}) {
  return (
    <TimelineItem at={at} actor={actor} title={<h3 className="font-medium">{titleOf(event)}</h3>}>
      {assets && (
        <p className="mt-1 text-sm">
          <bdi>{TIMELINE_TEXTS.movedFromTo(assets.from, assets.to)}</bdi>
        </p>
      )}
      {corrected && <CorrectedValues corrected={corrected} />}
      {event === "corrected" && !corrected && (
        <p className="mt-1 text-quiet text-sm">{CORRECTION_TEXTS.eventErased}</p>
      )}
      {event === "content-erased" && <p className="mt-1 text-sm">{TIMELINE_TEXTS.erasedHelp}</p>}
      {note && (
        <p className="mt-1 text-sm">
          <strong className="font-medium">{TIMELINE_TEXTS.note}</strong> <bdi>{note}</bdi>
        </p>
      )}
    </TimelineItem>
  );
}

/** The values before and after a correction. */
function CorrectedValues({
  corrected,
}: {
  readonly corrected: NonNullable<PageEvent["corrected"]>;
}) {
  const shown = (value: string | null, type: PageField["type"]) =>
    value === null ? CORRECTION_TEXTS.none : formatValue({ type, value });
  return (
    <ul className="mt-1 flex flex-col gap-1 text-sm">
      {corrected.map(({ field, from, to, isAbsent }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an event never changes, and labels may repeat.
        <li key={index} className="wrap-anywhere">
          <span className="text-quiet">{`${field?.label ?? CORRECTION_TEXTS.documentClass}:`}</span>{" "}
          <bdi>{shown(from, field?.type ?? "text")}</bdi>
          <ArrowRight aria-hidden className="mx-1.5 inline size-3.5 text-quiet" />
          <span className="sr-only">{` ${TIMELINE_TEXTS.to} `}</span>
          <bdi className="font-medium">
            {isAbsent ? CORRECTION_TEXTS.absent : shown(to, field?.type ?? "text")}
          </bdi>
        </li>
      ))}
    </ul>
  );
}

function titleOf(event: string): string {
  if (event === "corrected") return CORRECTION_TEXTS.eventTitle;
  if (event === "moved") return TIMELINE_TEXTS.moved;
  return event === "content-erased" ? TIMELINE_TEXTS.erased : TIMELINE_TEXTS.otherEvent(event);
}

/** A status change: who made it and why, the rule behind it, and whether and how the remote system was notified. */
function ChangeEntry({
  change,
  notification,
  role,
}: {
  readonly change: PageChange;
  readonly notification: PageNotification | "above" | "earlier" | null;
  readonly role: Role;
}) {
  const { at, actor, reason, note, deletionReason, telling } = change;
  const given = deletionText({ reason: deletionReason, note });
  return (
    <TimelineItem at={at} actor={actor} title={<Statuses change={change} />}>
      <p className="mt-1 text-sm">{reasonText(reason)}</p>
      {given && (
        <p className="mt-1 text-sm">
          <strong className="font-medium">{TIMELINE_TEXTS.note}</strong>{" "}
          <bdi className="whitespace-pre-wrap">{given}</bdi>
        </p>
      )}
      {telling !== "told" && (
        <p className="mt-1 flex items-start gap-1.5 text-quiet text-sm">
          <BellOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          {TIMELINE_TEXTS.telling[telling]}
        </p>
      )}
      {notification === "above" && (
        <p className="mt-1 text-quiet text-sm">{TIMELINE_TEXTS.sameNotification}</p>
      )}
      {notification === "earlier" && (
        <p className="mt-1 text-quiet text-sm">{TIMELINE_TEXTS.earlierNotification}</p>
      )}
      {notification !== null && typeof notification === "object" && (
        <NotificationPart notification={notification} role={role} />
      )}
      <Disclosure summary={TIMELINE_TEXTS.rule} className="mt-1">
        <p className="text-quiet text-sm">{ruleOf(change)}</p>
      </Disclosure>
    </TimelineItem>
  );
}

const ruleOf = ({ rule, previousStatus: from, currentStatus: to }: PageChange) =>
  rule ? TIMELINE_TEXTS.ruleText({ from, to }, rule) : TIMELINE_TEXTS.noRule;

function Statuses({
  change: { previousStatus, currentStatus, reason },
}: {
  readonly change: PageChange;
}) {
  return (
    <h3 className="flex flex-wrap items-center gap-2 font-normal">
      {previousStatus === null ? (
        <span className="text-quiet text-sm">{TIMELINE_TEXTS.created}</span>
      ) : (
        <Status status={previousStatus} />
      )}
      <ArrowRight aria-hidden className="size-4 text-quiet" />
      <span className="sr-only">{TIMELINE_TEXTS.to}</span>
      {reason === "cancelled" ? <CancelledBadge /> : <Status status={currentStatus} />}
    </h3>
  );
}

const Status = ({ status }: { readonly status: number }) =>
  isStatus(status) ? <StatusBadge status={status} /> : <span>{status}</span>;

/** The notification that contains a change: its state, each attempt, and when the next one is due. */
function NotificationPart({
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

/** One entry of the timeline: a mark on the line, what happened, who did it and when. */
function TimelineItem({
  title,
  at,
  actor,
  children,
}: {
  readonly title: ReactNode;
  readonly at: string;
  readonly actor: PageActor;
  readonly children: ReactNode;
}) {
  return (
    <li className="relative pl-8 before:absolute before:top-6 before:-bottom-8 before:left-[0.6875rem] before:w-px before:bg-line last:before:hidden">
      <span
        aria-hidden
        className="absolute top-1.5 left-1.5 size-3 rounded-full border-2 border-edge bg-surface"
      />
      <div className="flex flex-wrap items-center gap-2">{title}</div>
      <p className="mt-1 text-quiet text-sm">
        <LocalTime at={at} look="clock" /> <bdi>{TIMELINE_TEXTS.by(actorText(actor))}</bdi>
      </p>
      {children}
    </li>
  );
}
