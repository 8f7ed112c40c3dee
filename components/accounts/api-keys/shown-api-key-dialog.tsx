import type { NewApiKeyAnswer } from "@/lib/http/accounts/api-key-schemas";
import { SHOWN_API_KEY_TEXTS } from "../../texts/en/api-key-texts";
import { Button } from "../../ui/button";
import { CodeRegion } from "../../ui/code-region";
import { CopyButton } from "../../ui/copy-button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { LocalTime } from "../../ui/local-time";
import { exampleCall } from "./example-call";

/** Shows a new key once, with an example call to copy. Only the dialog's own button closes it. */
export function ShownApiKeyDialog({
  answer,
  onStored,
}: {
  readonly answer: NewApiKeyAnswer | null;
  readonly onStored: () => void;
}) {
  return (
    <Dialog
      isOpen={answer !== null}
      isHeldOpen
      onClose={onStored}
      title={SHOWN_API_KEY_TEXTS.title}
      description={SHOWN_API_KEY_TEXTS.intro}
    >
      {answer && <Shown answer={answer} />}
      <DialogActions>
        <Button tone="primary" onClick={onStored}>
          {SHOWN_API_KEY_TEXTS.stored}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Shown({ answer }: { readonly answer: NewApiKeyAnswer }) {
  const call = exampleCall(answer);
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-sunken/60 p-3">
        <output aria-label={SHOWN_API_KEY_TEXTS.label} className="min-w-0 grow break-all font-mono">
          {answer.key}
        </output>
        <CopyButton text={answer.key} label={SHOWN_API_KEY_TEXTS.copy} />
      </div>
      {answer.previousExpiresAt && (
        <p>
          {SHOWN_API_KEY_TEXTS.previous} <LocalTime at={answer.previousExpiresAt} />
          {"."}
        </p>
      )}
      <div>
        <div className="mb-1.5 flex items-center justify-between gap-3">
          <h3 className="font-medium">{SHOWN_API_KEY_TEXTS.callTitle}</h3>
          <CopyButton text={call} label={SHOWN_API_KEY_TEXTS.copyCall} />
        </div>
        <CodeRegion label={SHOWN_API_KEY_TEXTS.callLabel} text={call} />
      </div>
    </div>
  );
}
