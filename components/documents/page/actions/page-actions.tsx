"use client";

import {
  Check,
  CheckCheck,
  CloudUpload,
  Eraser,
  FolderInput,
  type LucideIcon,
  RotateCw,
  Trash2,
  X,
} from "lucide-react";
import { useState } from "react";
import type { DocumentAction } from "@/lib/documents/rules/document-actions";
import { STATUS } from "@/lib/documents/rules/status";
import type { DocumentPage } from "@/lib/http/documents/document-page-schemas";
import { ACTION_TEXTS } from "../../../texts/en/document-page-texts";
import { Button, type ButtonLook } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { useToasts } from "../../../ui/toast";
import { useDocumentUpload, useUploadActions } from "../../../uploads/uploads-provider";
import { cancelUpload } from "../../cancel-upload";
import type { HeldDecision } from "./decision-hold";
import { DeleteDialog } from "./delete-dialog";
import { documentCalls } from "./document-calls";
import { EraseDialog } from "./erase-dialog";
import { HeldNotice } from "./held-notice";
import { MoveDialog } from "./move-dialog";
import { OtherActions } from "./other-actions";
import { useAction } from "./use-action";
import { useHeldDecision } from "./use-held-decision";

const LOOKS: Readonly<Record<DocumentAction, { icon: LucideIcon; tone: ButtonLook["tone"] }>> = {
  "check-upload": { icon: CloudUpload, tone: "plain" },
  accept: { icon: Check, tone: "primary" },
  approve: { icon: CheckCheck, tone: "primary" },
  "process-again": { icon: RotateCw, tone: "plain" },
  delete: { icon: Trash2, tone: "plain" },
  cancel: { icon: X, tone: "plain" },
  move: { icon: FolderInput, tone: "plain" },
  erase: { icon: Eraser, tone: "plain" },
};

type Asking = "delete" | "cancel" | "move" | "erase";

/** The actions on the document, and why the others are unavailable. */
export function PageActions({
  page: { document, actions },
  onChanged,
}: {
  readonly page: DocumentPage;
  readonly onChanged: () => unknown;
}) {
  const [asking, ask] = useState<Asking | null>(null);
  const { act, isBusy } = useAction(document.name, onChanged);
  const decision = useDecision(document, act);
  const begin: Readonly<Record<DocumentAction, () => unknown>> = {
    "check-upload": () =>
      act("check-upload", () => documentCalls.setStatus(document, STATUS.uploadSuccessful)),
    accept: () => decision.hold("accept"),
    approve: () => decision.hold("approve"),
    "process-again": () =>
      act("process-again", () => documentCalls.setStatus(document, STATUS.processing)),
    delete: () => ask("delete"),
    cancel: () => ask("cancel"),
    move: () => ask("move"),
    erase: () => ask("erase"),
  };
  const offered = actions.filter(({ refusal }) => refusal === null);
  return (
    <section aria-label={ACTION_TEXTS.title}>
      {decision.held ? (
        <HeldNotice held={decision.held} onUndo={decision.undo} />
      ) : (
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <div className="flex flex-wrap gap-2">
            {offered.map(({ action }) => {
              const { icon: Icon, tone } = LOOKS[action];
              return (
                <Button key={action} tone={tone} disabled={isBusy} onClick={begin[action]}>
                  <Icon aria-hidden />
                  {ACTION_TEXTS.labels[action]}
                </Button>
              );
            })}
          </div>
          <OtherActions actions={actions} />
        </div>
      )}
      <Dialogs document={document} asking={asking} onClose={() => ask(null)} {...{ act, isBusy }} />
    </section>
  );
}

/** Delays approving and accepting for a moment, so that they can be undone. */
function useDecision(document: DocumentPage["document"], act: ReturnType<typeof useAction>["act"]) {
  const toasts = useToasts();
  return useHeldDecision({
    document,
    onSend: ({ action, document: seen }: HeldDecision) =>
      act(action, () => documentCalls.setStatus(seen, STATUS.approved)),
    onOvertaken: ({ action, document: { name } }) =>
      toasts.failed(ACTION_TEXTS.failed[action](name), ACTION_TEXTS.overtaken),
  });
}

function Dialogs({
  document,
  asking,
  onClose,
  act,
  isBusy,
}: {
  readonly document: DocumentPage["document"];
  readonly asking: Asking | null;
  readonly onClose: () => void;
} & ReturnType<typeof useAction>) {
  const { uuid, name, status, assetIdentifier } = document;
  const uploads = useUploadActions();
  const own = useDocumentUpload(uuid, status);
  const cancel = async () => {
    const call = () => cancelUpload({ own, uploads, call: documentCalls.cancel }, document);
    await act("cancel", call, (said) => said);
    // Dialogs without text input close immediately, because they can simply be opened again.
    onClose();
  };
  const run = async (action: Asking, call: () => Promise<unknown>) => {
    // Text that the user has typed must not be lost.
    if (await act(action, call)) onClose();
  };
  return (
    <>
      <DeleteDialog
        key={`delete ${asking === "delete"}`}
        name={name}
        isOpen={asking === "delete"}
        isBusy={isBusy}
        onClose={onClose}
        onDelete={(note) => void run("delete", () => documentCalls.delete(document, note))}
      />
      <EraseDialog
        key={`erase ${asking === "erase"}`}
        name={name}
        isOpen={asking === "erase"}
        isBusy={isBusy}
        onClose={onClose}
        onErase={(reason) => void run("erase", () => documentCalls.erase(document, reason))}
      />
      <MoveDialog
        key={`move ${asking === "move"}`}
        assetIdentifier={assetIdentifier}
        isOpen={asking === "move"}
        isBusy={isBusy}
        onClose={onClose}
        onMove={(to) => void run("move", () => documentCalls.move(document, to))}
      />
      <ConfirmDialog
        isOpen={asking === "cancel"}
        onClose={onClose}
        title={ACTION_TEXTS.cancelTitle}
        description={<bdi>{ACTION_TEXTS.cancelHelp(name)}</bdi>}
        confirm={ACTION_TEXTS.labels.cancel}
        onConfirm={() => void cancel()}
        isBusy={isBusy}
      />
    </>
  );
}
