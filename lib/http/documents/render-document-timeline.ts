import type { DocumentEvent, TimelineChange } from "@/lib/documents/ports/document-timelines";
import { findMove } from "@/lib/documents/rules/status";
import type { CarryingNotification } from "@/lib/notifications/ports/document-deliveries";
import { explainAttempt } from "@/lib/notifications/rules/explain-attempt";
import { explainNotification } from "@/lib/notifications/rules/explain-notification";
import { webhookIdOf } from "@/lib/notifications/rules/notification";
import type { DocumentPageParts } from "./document-page-parts";
import type {
  DocumentPage,
  PageActor,
  PageChange,
  PageEvent,
  PageNotification,
} from "./document-page-schemas";

type Names = DocumentPageParts["names"];

/** Returns changes and events in one timeline, newest first, with the notifications that contain them. */
export function renderTimeline({
  timeline: { changes, events, leftOut },
  deliveries: { notifications, hasWebhook },
  names,
}: DocumentPageParts): DocumentPage["timeline"] {
  const entries = [
    ...changes.map((change) => renderChange(change, names)),
    ...events.map((event) => renderEvent(event, names)),
  ];
  return {
    // Changes are ordered by id, which may differ from their order in time. The sort is stable, so changes with equal
    // times stay ordered by id.
    entries: entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).reverse(),
    leftOut,
    notifications: notifications.map((notification) =>
      renderNotification(notification, hasWebhook, names),
    ),
  };
}

/** Returns the actor, with the actor's name if it is known. */
export const renderActor = (actor: string, names: Names): PageActor => ({
  actor,
  name: names.get(actor)?.name ?? null,
});

function renderChange(change: TimelineChange, names: Names): PageChange {
  const { id, previousStatus, currentStatus, at, reason, note, notificationId } = change;
  const rule = findMove(previousStatus, currentStatus);
  return {
    kind: "change",
    ...{ id: String(id), at: at.toISOString(), actor: renderActor(change.actor, names) },
    ...{ previousStatus, currentStatus, reason, note, notificationId },
    rule: rule && { isNotified: rule.isNotified, movers: [...rule.movers], when: rule.when },
    telling: tellingOf(change, rule?.isNotified ?? false),
  };
}

function tellingOf(
  { notified, notificationId }: TimelineChange,
  isListed: boolean,
): PageChange["telling"] {
  if (notificationId !== null) return "told";
  if (notified) return "waiting";
  return isListed ? "no-webhook" : "not-listed";
}

const renderEvent = (
  { id, kind, actor, at, assets, note }: DocumentEvent,
  names: Names,
): PageEvent => ({
  kind: "event",
  ...{ id: String(id), at: at.toISOString(), actor: renderActor(actor, names) },
  ...{ event: kind, assets, note },
});

function renderNotification(
  notification: CarryingNotification,
  hasWebhook: boolean,
  names: Names,
): PageNotification {
  const { id, state, itemCount, createdAt, attempts, nextAttemptAt, deliveries } = notification;
  const webhookId = webhookIdOf(id);
  return {
    ...{ id, state, itemCount, attempts, createdAt: createdAt.toISOString() },
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    situation: explainNotification({ ...notification, hasWebhook }),
    deliveries: deliveries.map(({ number, at, cause, author, status, totalMs, ...facts }) => {
      const explained = explainAttempt({
        ...{ ...facts, webhookId, at, status },
        code: facts.failureCode,
      });
      return {
        number,
        at: at.toISOString(),
        cause,
        author: author === null ? null : renderActor(author, names),
        status,
        totalMs,
        sentence: explained?.sentence ?? null,
        fix: explained?.fix ?? null,
      };
    }),
  };
}
