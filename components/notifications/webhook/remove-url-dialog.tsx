import { WEBHOOK_TEXTS } from "../../texts/en/webhook-texts";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Points } from "./points";

/** Explains what removing the webhook URL does before it is removed. */
export function RemoveUrlDialog(parts: {
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  return (
    <ConfirmDialog
      {...parts}
      title={WEBHOOK_TEXTS.removeTitle}
      description={<Points points={WEBHOOK_TEXTS.removePoints} />}
      confirm={WEBHOOK_TEXTS.removeConfirm}
    />
  );
}
