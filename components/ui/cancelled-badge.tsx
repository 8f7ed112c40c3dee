import { CircleMinus } from "lucide-react";
import { CANCELLED_TEXT } from "../texts/en/status-texts";
import { Badge } from "./badge";

/** Stands for the status of an upload that somebody gave up: nothing failed, and nothing is to be done. */
export function CancelledBadge() {
  const { label, meaning } = CANCELLED_TEXT;
  return (
    <Badge icon={CircleMinus} look="bg-sunken text-quiet" title={meaning}>
      {label}
    </Badge>
  );
}
