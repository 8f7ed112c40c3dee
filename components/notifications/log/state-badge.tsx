import { clsx } from "clsx";
import { CircleCheck, CircleX, type LucideIcon, Timer } from "lucide-react";
import { type DeliveryState, STATE_LABELS, STATE_MEANINGS } from "../../texts/en/delivery-texts";

/** A colour and an icon for each state, because colour alone is not enough. */
const LOOKS: Readonly<Record<DeliveryState, { readonly icon: LucideIcon; readonly look: string }>> =
  {
    pending: { icon: Timer, look: "bg-wait-soft text-wait" },
    delivered: { icon: CircleCheck, look: "bg-go-soft text-go" },
    undelivered: { icon: CircleX, look: "bg-alarm-soft text-alarm" },
  };

/** The label of a notification's state, with its meaning as the tooltip. */
export function StateBadge({ state }: { readonly state: DeliveryState }) {
  const { icon: Icon, look } = LOOKS[state];
  return (
    <span
      title={STATE_MEANINGS[state]}
      className={clsx(
        "inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2 text-xs font-medium",
        look,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {STATE_LABELS[state]}
    </span>
  );
}
