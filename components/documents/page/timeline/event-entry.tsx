import type { PageEvent } from "@/lib/http/documents/document-page-schemas";
import { TIMELINE_TEXTS } from "../../../texts/en/timeline-texts";
import { TimelineItem } from "./timeline-item";

/** An event that did not change the status. */
export function EventEntry({
  event: { event, at, actor, assets, note },
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
      {event === "content-erased" && <p className="mt-1 text-sm">{TIMELINE_TEXTS.erasedHelp}</p>}
      {note && (
        <p className="mt-1 text-sm">
          <strong className="font-medium">{TIMELINE_TEXTS.note}</strong> <bdi>{note}</bdi>
        </p>
      )}
    </TimelineItem>
  );
}

function titleOf(event: string): string {
  if (event === "moved") return TIMELINE_TEXTS.moved;
  return event === "content-erased" ? TIMELINE_TEXTS.erased : TIMELINE_TEXTS.otherEvent(event);
}
