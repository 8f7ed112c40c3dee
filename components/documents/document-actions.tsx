"use client";

import { Download, Trash2, X } from "lucide-react";
import { useState } from "react";
import { findMove, STATUS, type Status } from "@/lib/documents/rules/status";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { useMay } from "../shell/role-provider";
import { ACTION_TEXTS } from "../texts/en/document-page-texts";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { Button, buttonLook } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { useToasts } from "../ui/toast";
import { useDocumentUpload, useUploadActions } from "../uploads/uploads-provider";
import { cancelUpload } from "./cancel-upload";
import type { HeldDecision } from "./page/actions/decision-hold";
import { DeleteMenu } from "./page/actions/delete-menu";
import { documentCalls } from "./page/actions/document-calls";
import { HeldDeletion } from "./page/actions/held-notice";
import { useHeldDecision } from "./page/actions/use-held-decision";

interface Parts {
  readonly document: DocumentRow;
  readonly onChanged: () => void;
}

/** The actions on a document that the user's role and the document's status allow. */
export function DocumentActions({ document, onChanged }: Parts) {
  const { uuid, name, status, hasContent } = document;
  const mayRemove = useMay("reviewer");
  const isAwaited = status === STATUS.waitingForUpload;
  const isDeletable = !isAwaited && findMove(status as Status, STATUS.deleted) !== null;
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
      {mayRemove && isDeletable && <Delete document={document} onChanged={onChanged} />}
      {mayRemove && isAwaited && <Cancel document={document} onChanged={onChanged} />}
    </div>
  );
}

/** Deletes a document for a reason. The deletion can be undone for a moment before it is sent. */
function Delete({ document, onChanged }: Parts) {
  const { name } = document;
  const [note, setNote] = useState("");
  const run = useRun(name, onChanged);
  const toasts = useToasts();
  const decision = useHeldDecision({
    document,
    onSend: (sent: HeldDecision) =>
      run(async () => {
        if (sent.action === "delete") await documentCalls.delete(sent.document, sent.deletion);
        return DOCUMENT_TEXTS.removed(name);
      }),
    onOvertaken: () => toasts.failed(DOCUMENT_TEXTS.notRemoved(name), ACTION_TEXTS.overtaken),
  });
  if (decision.held) return <HeldDeletion held={decision.held} onUndo={decision.undo} />;
  return (
    <DeleteMenu
      trigger={
        <Button
          tone="quiet"
          size="icon"
          aria-label={DOCUMENT_TEXTS.removeOf(name)}
          title={DOCUMENT_TEXTS.remove}
          ref={decision.returnFocusTo("delete")}
        >
          <Trash2 aria-hidden />
        </Button>
      }
      note={note}
      onNote={setNote}
      onDelete={(deletion) => decision.hold({ action: "delete", deletion })}
    />
  );
}

/** Cancels an upload after a confirmation. */
function Cancel({ document: { uuid, name, status }, onChanged }: Parts) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const run = useRun(name, onChanged);
  const uploads = useUploadActions();
  const own = useDocumentUpload(uuid, status);
  const cancel = async () => {
    setBusy(true);
    await run(() => cancelUpload({ own, uploads, call: documentCalls.cancel }, { uuid, name }));
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button
        tone="quiet"
        size="icon"
        aria-label={DOCUMENT_TEXTS.cancelUploadOf(name)}
        title={DOCUMENT_TEXTS.cancelUpload}
        onClick={() => setAsking(true)}
      >
        <X aria-hidden />
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={DOCUMENT_TEXTS.cancelTitle}
        description={DOCUMENT_TEXTS.cancelHelp(name)}
        confirm={DOCUMENT_TEXTS.cancelUpload}
        onConfirm={() => void cancel()}
        isBusy={isBusy}
      />
    </>
  );
}

/** Returns a function that makes a call, reports its result and resolves to true if it succeeded. */
function useRun(name: string, onChanged: () => void) {
  const toasts = useToasts();
  return async (call: () => Promise<string>): Promise<boolean> => {
    try {
      toasts.done(await call());
      return true;
    } catch (error) {
      toasts.failed(DOCUMENT_TEXTS.notRemoved(name), errorMessage(error));
      return false;
    } finally {
      onChanged();
    }
  };
}
