import { CircleMinus } from "lucide-react";
import { CANCELLED_TEXT } from "../texts/en/status-texts";
import { Badge } from "./badge";

/** The badge for an upload that somebody cancelled: nothing failed, and there is nothing to do. */
export function CancelledBadge() {
  const { label, meaning } = CANCELLED_TEXT;
  return (
    <Badge icon={CircleMinus} look="bg-sunken text-quiet" title={meaning}>
      {label}
    </Badge>
  );
}
