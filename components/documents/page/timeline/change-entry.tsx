import { ArrowRight, BellOff } from "lucide-react";
import { isStatus } from "@/lib/documents/rules/status";
import type { PageChange, PageNotification } from "@/lib/http/documents/document-page-schemas";
import type { Role } from "@/lib/kernel/rules/roles";
import { reasonText, TIMELINE_TEXTS } from "../../../texts/en/timeline-texts";
import { CancelledBadge } from "../../../ui/cancelled-badge";
import { Disclosure } from "../../../ui/disclosure";
import { StatusBadge } from "../../../ui/status-badge";
import { NotificationPart } from "./notification-part";
import { TimelineItem } from "./timeline-item";

/** A status change: who made it and why, the rule behind it, and whether and how the remote system was notified. */
export function ChangeEntry({
  change,
  notification,
  role,
}: {
  readonly change: PageChange;
  readonly notification: PageNotification | "above" | "earlier" | null;
  readonly role: Role;
}) {
  const { at, actor, reason, note, telling } = change;
  return (
    <TimelineItem at={at} actor={actor} title={<Statuses change={change} />}>
      <p className="mt-1 text-sm">{reasonText(reason)}</p>
      {note && (
        <p className="mt-1 text-sm">
          <strong className="font-medium">{TIMELINE_TEXTS.note}</strong>{" "}
          <bdi className="whitespace-pre-wrap">{note}</bdi>
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
