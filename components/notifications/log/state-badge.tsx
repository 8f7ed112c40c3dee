import { CircleCheck, CircleX, type LucideIcon, Timer } from "lucide-react";
import { type DeliveryState, STATE_LABELS, STATE_MEANINGS } from "../../texts/en/delivery-texts";
import { Badge } from "../../ui/status-badge";

/** A colour and an icon for each state, because colour alone is not enough. */
const LOOKS: Readonly<Record<DeliveryState, { readonly icon: LucideIcon; readonly look: string }>> =
  {
    pending: { icon: Timer, look: "bg-wait-soft text-wait" },
    delivered: { icon: CircleCheck, look: "bg-go-soft text-go" },
    undelivered: { icon: CircleX, look: "bg-alarm-soft text-alarm" },
  };

/** The label of a notification's state, with its meaning as the tooltip. */
export function StateBadge({ state }: { readonly state: DeliveryState }) {
  return (
    <Badge {...LOOKS[state]} title={STATE_MEANINGS[state]}>
      {STATE_LABELS[state]}
    </Badge>
  );
}
