import type { DocumentPage, PageNotification } from "@/lib/http/documents/document-page-schemas";
import type { Role } from "@/lib/kernel/rules/roles";
import { TIMELINE_TEXTS } from "../../../texts/en/timeline-texts";
import { Card } from "../../../ui/card";
import { ChangeEntry } from "./change-entry";
import { EventEntry } from "./event-entry";

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
