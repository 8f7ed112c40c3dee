"use client";

import { useState } from "react";
import type { Overlap } from "@/lib/accounts/rules/api-key";
import type { ApiKeyRow, NewApiKeyAnswer } from "@/lib/http/accounts/api-key-schemas";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { ROTATE_API_KEY_TEXTS } from "../../texts/en/api-key-texts";
import { UI_TEXTS } from "../../texts/en/ui-texts";
import { Button } from "../../ui/button";
import { ChoiceChips } from "../../ui/choice-chips";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Notice } from "../../ui/notice";
import { apiKeyCalls } from "./api-key-calls";

const OVERLAPS = (["1h", "24h", "7d"] as const).map((value) => ({
  ...{ value, label: ROTATE_API_KEY_TEXTS.overlaps[value] },
}));

/** Asks how long both keys should work, then creates the new key. `row` is null while the dialog is closed. */
export function RotateApiKeyDialog({
  row,
  onClose,
  onRotated,
}: {
  readonly row: ApiKeyRow | null;
  readonly onClose: () => void;
  readonly onRotated: (made: NewApiKeyAnswer) => void;
}) {
  return (
    <Dialog
      isOpen={row !== null}
      onClose={onClose}
      title={ROTATE_API_KEY_TEXTS.title(row?.name ?? "")}
      description={ROTATE_API_KEY_TEXTS.intro}
    >
      {row && <RotateForm row={row} onClose={onClose} onRotated={onRotated} />}
    </Dialog>
  );
}

function RotateForm({
  row,
  onClose,
  onRotated,
}: {
  readonly row: ApiKeyRow;
  readonly onClose: () => void;
  readonly onRotated: (made: NewApiKeyAnswer) => void;
}) {
  const [overlap, setOverlap] = useState<Overlap>("24h");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const rotate = async () => {
    setBusy(true);
    setProblem(null);
    try {
      onRotated(await apiKeyCalls.rotate(row.id, overlap));
    } catch (error) {
      setProblem(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3 text-sm">
      {problem && (
        <Notice tone="alarm" title={ROTATE_API_KEY_TEXTS.notRotated} isAnnounced>
          {problem}
        </Notice>
      )}
      <p aria-hidden className="font-medium">
        {ROTATE_API_KEY_TEXTS.overlap}
      </p>
      <ChoiceChips
        label={ROTATE_API_KEY_TEXTS.overlap}
        name="overlap"
        value={overlap}
        choices={OVERLAPS}
        onChoose={setOverlap}
      />
      {row.expiresAt && <p className="text-quiet">{ROTATE_API_KEY_TEXTS.life}</p>}
      <DialogActions>
        <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
        <Button tone="primary" disabled={isBusy} onClick={() => void rotate()}>
          {isBusy ? ROTATE_API_KEY_TEXTS.busy : ROTATE_API_KEY_TEXTS.submit}
        </Button>
      </DialogActions>
    </div>
  );
}
