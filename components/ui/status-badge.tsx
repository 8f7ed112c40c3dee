import { clsx } from "clsx";
import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  Eye,
  FileCheck2,
  LoaderCircle,
  type LucideIcon,
  Trash2,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Status } from "@/lib/documents/rules/status";
import { CANCELLED_TEXT, STATUS_TEXTS } from "../texts/en/status-texts";

/** A colour and an icon for each status, because colour alone is not enough. */
const LOOKS: Record<Status, { readonly icon: LucideIcon; readonly look: string }> = {
  1: { icon: CircleDashed, look: "bg-sunken text-quiet" },
  2: { icon: FileCheck2, look: "bg-note-soft text-note" },
  3: { icon: LoaderCircle, look: "bg-note-soft text-note" },
  4: { icon: Eye, look: "bg-wait-soft text-wait" },
  5: { icon: CircleCheck, look: "bg-go-soft text-go" },
  6: { icon: CircleX, look: "bg-alarm-soft text-alarm" },
  8: { icon: Trash2, look: "bg-sunken text-quiet" },
};

/**
 * The label of a status, with its meaning as the tooltip and, if `count` is given, the number of documents with that
 * status.
 */
export function StatusBadge({
  status,
  count,
}: {
  readonly status: Status;
  readonly count?: number;
}) {
  const { label, meaning } = STATUS_TEXTS[status];
  return (
    <Badge
      {...LOOKS[status]}
      title={count === undefined ? meaning : `${count} ${label}: ${meaning}`}
    >
      {count === undefined ? (
        label
      ) : (
        <>
          <span className="tabular-nums">{count}</span>
          <span className="sr-only">{label}</span>
        </>
      )}
    </Badge>
  );
}

/** The badge for an upload that somebody cancelled: nothing failed, and there is nothing to do. */
export function CancelledBadge() {
  const { label, meaning } = CANCELLED_TEXT;
  return (
    <Badge icon={CircleMinus} look="bg-sunken text-quiet" title={meaning}>
      {label}
    </Badge>
  );
}

/** A badge with an icon and a few words, because colour alone is not enough. */
export function Badge({
  icon: Icon,
  look,
  iconLook,
  title,
  children,
}: {
  readonly icon: LucideIcon;
  /** The CSS classes for the badge's colours. */
  readonly look: string;
  readonly iconLook?: string;
  /** The badge's meaning, shown as a tooltip. */
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <span
      title={title}
      className={clsx(
        "inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2 text-xs font-medium",
        look,
      )}
    >
      <Icon aria-hidden className={clsx("size-3.5 shrink-0", iconLook)} />
      {children}
    </span>
  );
}
