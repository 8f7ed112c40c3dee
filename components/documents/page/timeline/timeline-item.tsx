import type { ReactNode } from "react";
import type { PageActor } from "@/lib/http/documents/document-page-schemas";
import { actorText } from "../../../texts/en/actor-texts";
import { TIMELINE_TEXTS } from "../../../texts/en/timeline-texts";
import { LocalTime } from "../../../ui/local-time";

/** One entry of the timeline: a mark on the line, what happened, who did it and when. */
export function TimelineItem({
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
