import type { NewWebhookSecret } from "@/lib/http/notifications/cockpit-schemas";
import { SECRET_TEXTS } from "../../texts/en/webhook-texts";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { LocalTime } from "../../ui/local-time";

/** Shows a new secret once. Only the dialog's own button closes it. */
export function NewSecretDialog({
  created,
  onStored,
}: {
  readonly created: NewWebhookSecret | null;
  readonly onStored: () => void;
}) {
  return (
    <Dialog
      isOpen={created !== null}
      isHeldOpen
      onClose={onStored}
      title={SECRET_TEXTS.newTitle}
      description={SECRET_TEXTS.newIntro}
    >
      {created && <Secret created={created} />}
      <DialogActions>
        <Button tone="primary" onClick={onStored}>
          {SECRET_TEXTS.stored}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Secret({
  created: { secret, previousExpiresAt, isReceiverTold },
}: {
  created: NewWebhookSecret;
}) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-sunken/60 p-3">
        <output aria-label={SECRET_TEXTS.newLabel} className="min-w-0 grow break-all font-mono">
          {secret}
        </output>
        <CopyButton text={secret} label={SECRET_TEXTS.copy} />
      </div>
      {previousExpiresAt && (
        <p>
          {SECRET_TEXTS.overlap} <LocalTime at={previousExpiresAt} />
          {"."}
        </p>
      )}
      {isReceiverTold !== null && (
        <p>{isReceiverTold ? SECRET_TEXTS.receiverTold : SECRET_TEXTS.receiverNotTold}</p>
      )}
    </div>
  );
}
