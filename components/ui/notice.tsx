import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const TONES = {
  note: { look: "bg-note-soft border-note/30", icon: Info, ink: "text-note" },
  go: { look: "bg-go-soft border-go/30", icon: CircleCheck, ink: "text-go" },
  wait: { look: "bg-wait-soft border-wait/35", icon: TriangleAlert, ink: "text-wait" },
  alarm: { look: "bg-alarm-soft border-alarm/35", icon: CircleAlert, ink: "text-alarm" },
} as const;

/** Information shown in its context. With `isAnnounced`, screen readers announce it when it appears. */
export function Notice({
  tone,
  title,
  children,
  isAnnounced = false,
  className,
}: {
  readonly tone: keyof typeof TONES;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly isAnnounced?: boolean;
  readonly className?: string;
}) {
  const { look, icon: Icon, ink } = TONES[tone];
  return (
    <div
      role={isAnnounced ? (tone === "alarm" ? "alert" : "status") : undefined}
      className={clsx("flex gap-3 rounded-xl border text-sm usual:p-4", look, className)}
    >
      <Icon aria-hidden className={clsx("mt-px size-5 shrink-0", ink)} />
      <div className="min-w-0 grow">
        <p className="font-medium">{title}</p>
        {children && <div className="mt-1 text-ink/85">{children}</div>}
      </div>
    </div>
  );
}

/** Several sentences as a list. */
export function Points({
  points,
  className,
}: {
  readonly points: readonly string[];
  readonly className?: string;
}) {
  return (
    <ul className={clsx("list-disc space-y-1.5 pl-5 marker:text-edge", className)}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
