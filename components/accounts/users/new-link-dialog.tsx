import type { NewPasswordLink } from "@/lib/http/accounts/user-schemas";
import { USER_DIALOG_TEXTS } from "../../texts/en/user-texts";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { LocalTime } from "../../ui/local-time";

const TEXTS = USER_DIALOG_TEXTS.link;

/** Shows a new link once. Only the dialog's own button closes it. */
export function NewLinkDialog({
  link,
  onStored,
}: {
  readonly link: NewPasswordLink | null;
  readonly onStored: () => void;
}) {
  return (
    <Dialog
      isOpen={link !== null}
      isHeldOpen
      onClose={onStored}
      title={TEXTS.titles[link?.kind ?? "invitation"]}
      description={TEXTS.shownOnce}
    >
      {link && (
        <div className="flex flex-col gap-3 text-sm">
          <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-sunken/60 p-3">
            <output aria-label={TEXTS.label} className="min-w-0 grow break-all font-mono">
              {link.url}
            </output>
            <CopyButton text={link.url} label={TEXTS.copy} />
          </div>
          <p className="[overflow-wrap:anywhere]">{TEXTS.passOn(link.email)}</p>
          <p>
            {TEXTS.until} <LocalTime at={link.expiresAt} />
            {"."}
          </p>
        </div>
      )}
      <DialogActions>
        <Button tone="primary" onClick={onStored}>
          {TEXTS.stored}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
