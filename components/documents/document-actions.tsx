"use client";

import { Download, Trash2, X } from "lucide-react";
import { useState } from "react";
import { findMove, STATUS, type Status } from "@/lib/documents/rules/status";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { CockpitProblem } from "../api/call-cockpit";
import { useMay } from "../shell/role-provider";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { Button, buttonLook } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { useToasts } from "../ui/toast";
import { useDocumentUpload, useUploadActions } from "../uploads/uploads-provider";
import { cancelUpload } from "./cancel-upload";
import { DeleteDialog } from "./page/actions/delete-dialog";
import { documentCalls } from "./page/actions/document-calls";

/** The actions on a document that the user's role and the document's status allow. */
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
      <RemoveDialogs
        document={document}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onChanged={onChanged}
      />
    </div>
  );
}

/** Asks for the reason for a deletion, or for confirmation that an upload should be cancelled. */
function RemoveDialogs({
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
  const uploads = useUploadActions();
  const own = useDocumentUpload(uuid, status);
  const isAwaited = status === STATUS.waitingForUpload;
  const texts = DOCUMENT_TEXTS;

  /** Resolves to true if the call succeeded. */
  async function run(call: () => Promise<string>): Promise<boolean> {
    setBusy(true);
    try {
      toasts.done(await call());
      return true;
    } catch (error) {
      if (!(error instanceof CockpitProblem)) throw error;
      toasts.failed(texts.notRemoved(name), error.detail);
      return false;
    } finally {
      setBusy(false);
      onChanged();
    }
  }
  const cancel = () =>
    run(() => cancelUpload({ own, uploads, call: documentCalls.cancel }, { uuid, name }));
  const remove = (note: string) =>
    run(async () => {
      await documentCalls.delete({ uuid }, note);
      return texts.removed(name);
    });

  return (
    <>
      <DeleteDialog
        key={String(isOpen)}
        name={name}
        isOpen={isOpen && !isAwaited}
        isBusy={isBusy}
        onClose={onClose}
        onDelete={async (note) => {
          if (await remove(note)) onClose();
        }}
      />
      <ConfirmDialog
        isOpen={isOpen && isAwaited}
        onClose={onClose}
        title={texts.cancelTitle}
        description={texts.cancelHelp(name)}
        confirm={texts.cancelUpload}
        onConfirm={() => void cancel().then(onClose, onClose)}
        isBusy={isBusy}
      />
    </>
  );
}
