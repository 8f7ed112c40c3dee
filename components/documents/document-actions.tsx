"use client";

import { Download, Trash2, X } from "lucide-react";
import { useState } from "react";
import { findMove, STATUS, type Status } from "@/lib/documents/rules/status";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { CockpitProblem, callCockpit } from "../api/call-cockpit";
import { useMay } from "../shell/role-provider";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { Button, buttonLook } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { useToasts } from "../ui/toast";

/** What this person can do with a document now: their role and the table of moves decide. */
export function DocumentActions({
  document,
  onChanged,
}: {
  readonly document: DocumentRow;
  readonly onChanged: () => void;
}) {
  const { uuid, name, hasContent } = document;
  const [isAsking, setAsking] = useState(false);
  const isAwaited = document.status === STATUS.waitingForUpload;
  const isRemovable = isAwaited || findMove(document.status as Status, STATUS.deleted) !== null;
  const canRemove = useMay("reviewer") && isRemovable;
  const label = isAwaited ? DOCUMENT_TEXTS.cancelUploadOf(name) : DOCUMENT_TEXTS.removeOf(name);
  return (
    <div className="flex justify-end gap-1">
      {hasContent && (
        <a
          href={`/api/cockpit/documents/${uuid}/content`}
          className={buttonLook({ tone: "quiet", size: "icon" })}
          aria-label={DOCUMENT_TEXTS.downloadOf(name)}
          title={DOCUMENT_TEXTS.download}
        >
          <Download aria-hidden />
        </a>
      )}
      {canRemove && (
        <Button
          tone="quiet"
          size="icon"
          aria-label={label}
          title={isAwaited ? DOCUMENT_TEXTS.cancelUpload : DOCUMENT_TEXTS.remove}
          onClick={() => setAsking(true)}
        >
          {isAwaited ? <X aria-hidden /> : <Trash2 aria-hidden />}
        </Button>
      )}
      <RemoveDialog
        document={document}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onChanged={onChanged}
      />
    </div>
  );
}

function RemoveDialog({
  document: { uuid, name, status },
  isOpen,
  onClose,
  onChanged,
}: {
  readonly document: DocumentRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const toasts = useToasts();
  const isAwaited = status === STATUS.waitingForUpload;
  const texts = DOCUMENT_TEXTS;

  async function remove() {
    setBusy(true);
    try {
      const row = await callCockpit<DocumentRow>("DELETE", `/api/cockpit/documents/${uuid}`);
      // The file may have arrived after the question was asked.
      const isDeleted = row.status === STATUS.deleted;
      toasts.done(isDeleted ? texts.removed(name) : texts.cancelled(name));
    } catch (error) {
      if (!(error instanceof CockpitProblem)) throw error;
      toasts.failed(texts.notRemoved(name), error.detail);
    } finally {
      setBusy(false);
      onClose();
      onChanged();
    }
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isAwaited ? texts.cancelTitle : texts.removeTitle}
      description={isAwaited ? texts.cancelHelp(name) : texts.removeHelp(name)}
      confirm={isAwaited ? texts.cancelUpload : texts.remove}
      onConfirm={() => void remove()}
      isBusy={isBusy}
    />
  );
}
