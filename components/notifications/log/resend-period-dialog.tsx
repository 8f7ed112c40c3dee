"use client";

import { PERIOD_TEXTS } from "../../texts/en/delivery-texts";
import { Dialog } from "../../ui/dialog";
import { ResendPeriodForm } from "./resend-period-form";

/** Resends the notifications from a period after showing how many there are. */
export function ResendPeriodDialog({
  isOpen,
  onClose,
  onSent,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSent: () => unknown;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={PERIOD_TEXTS.title}
      description={PERIOD_TEXTS.intro}
    >
      <ResendPeriodForm onClose={onClose} onSent={onSent} />
    </Dialog>
  );
}
