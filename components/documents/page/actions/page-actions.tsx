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
import { type ComponentProps, useEffect, useState } from "react";
import type { DocumentAction } from "@/lib/documents/rules/document-actions";
import { isStatus, STATUS } from "@/lib/documents/rules/status";
import type { DocumentPage, PageAction } from "@/lib/http/documents/document-page-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { CORRECTION_TEXTS } from "../../../texts/en/correction-texts";
import { ACTION_TEXTS } from "../../../texts/en/document-page-texts";
import { STATUS_TEXTS } from "../../../texts/en/status-texts";
import { Button, type ButtonLook } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { Disclosure } from "../../../ui/disclosure";
import { useToasts } from "../../../ui/toast";
import { useDocumentUpload, useUploadActions } from "../../../uploads/uploads-provider";
import { cancelUpload } from "../../cancel-upload";
import type { Corrections } from "../corrections/use-corrections";
import type { HeldDecision } from "./decision-hold";
import { DeleteMenu } from "./delete-menu";
import { documentCalls } from "./document-calls";
import { EraseDialog } from "./erase-dialog";
import { HeldNotice } from "./held-notice";
import { MoveDialog } from "./move-dialog";
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

type Asking = "cancel" | "move" | "erase";

/** The actions on the document, and why the others are unavailable. */
export function PageActions({
  page: { document, actions },
  corrections,
  onChanged,
}: {
  readonly page: DocumentPage;
  readonly corrections: Corrections;
  readonly onChanged: () => unknown;
}) {
  const [asking, ask] = useState<Asking | null>(null);
  const acting = useAction(document.name, onChanged);
  const { act, isBusy } = acting;
  const [note, setNote] = useState("");
  const decision = useDecision(document, corrections, acting);
  const toasts = useToasts();
  const decide = (action: "accept" | "approve") => {
    if (corrections.applyOpenEditor()) decision.hold({ action });
    else toasts.failed(ACTION_TEXTS.failed[action](document.name), CORRECTION_TEXTS.openEditor);
  };
  const begin: Readonly<Record<Exclude<DocumentAction, "delete">, () => unknown>> = {
    "check-upload": () =>
      act("check-upload", () => documentCalls.setStatus(document, STATUS.uploadSuccessful)),
    accept: () => decide("accept"),
    approve: () => decide("approve"),
    "process-again": () =>
      act("process-again", () => documentCalls.setStatus(document, STATUS.processing)),
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
              const look = { action, disabled: isBusy, ref: decision.returnFocusTo(action) };
              return action === "delete" ? (
                <DeleteMenu
                  key={action}
                  trigger={<ActionButton {...look} />}
                  note={note}
                  onNote={setNote}
                  onDelete={(deletion) => decision.hold({ action, deletion })}
                />
              ) : (
                <ActionButton key={action} {...look} onClick={begin[action]} />
              );
            })}
          </div>
          <OtherActions actions={actions} />
        </div>
      )}
      <Dialogs
        document={document}
        asking={asking}
        onClose={() => ask(null)}
        act={act}
        isBusy={isBusy}
      />
    </section>
  );
}

function ActionButton({
  action,
  ...rest
}: ComponentProps<typeof Button> & { readonly action: DocumentAction }) {
  const { icon: Icon, tone } = LOOKS[action];
  return (
    <Button tone={tone} {...rest}>
      <Icon aria-hidden />
      {ACTION_TEXTS.labels[action]}
    </Button>
  );
}

/** Delays decisions for a moment, so that they can be undone. An approval takes the corrections with it. */
function useDecision(
  document: DocumentPage["document"],
  corrections: Corrections,
  { act, isBusy }: ReturnType<typeof useAction>,
) {
  const toasts = useToasts();
  const decision = useHeldDecision({
    document,
    onSend: async (decision: HeldDecision) => {
      const sent = corrections.toBody();
      const isDone = await act(decision.action, () =>
        decision.action === "delete"
          ? documentCalls.delete(decision.document, decision.deletion)
          : documentCalls.setStatus(decision.document, STATUS.approved, sent),
      );
      // After a failure, they are still there.
      if (isDone) corrections.discard();
      return isDone;
    },
    onOvertaken: ({ action, document: { name } }) =>
      toasts.failed(ACTION_TEXTS.failed[action](name), ACTION_TEXTS.overtaken),
  });
  const isSent = decision.held !== null || isBusy;
  const { lock } = corrections;
  useEffect(() => lock(isSent), [lock, isSent]);
  return decision;
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

/**
 * Runs an action on a document, reports the result and reloads the page in either case, because an error usually means
 * that somebody else has already changed the document.
 */
function useAction(name: string, onChanged: () => unknown) {
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  /** Resolves to true if the call succeeded. `sayDone` describes the result if the result can vary. */
  async function act<Result>(
    action: DocumentAction,
    call: () => Promise<Result>,
    sayDone: (result: Result) => string = () => ACTION_TEXTS.done[action](name),
  ): Promise<boolean> {
    setBusy(true);
    try {
      toasts.done(sayDone(await call()));
      return true;
    } catch (error) {
      toasts.failed(ACTION_TEXTS.failed[action](name), errorMessage(error));
      return false;
    } finally {
      setBusy(false);
      onChanged();
    }
  }
  return { act, isBusy };
}

/** The actions that are currently unavailable, and why. */
function OtherActions({ actions }: { readonly actions: readonly PageAction[] }) {
  const refused = actions.filter(({ refusal }) => refusal !== null);
  if (refused.length === 0) return null;
  return (
    <Disclosure summary={ACTION_TEXTS.notOffered} className="self-center open:basis-full">
      <ul className="flex flex-col gap-1 text-quiet text-sm">
        {refused.map((refusedAction) => (
          <li key={refusedAction.action}>
            <span className="font-medium text-ink">
              {`${ACTION_TEXTS.labels[refusedAction.action]}:`}
            </span>{" "}
            {whyNot(refusedAction)}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function whyNot({ action, refusal, statuses }: PageAction): string {
  if (refusal === null || refusal === "status") {
    const labels = statuses.flatMap((status) =>
      isStatus(status) ? [`“${STATUS_TEXTS[status].label}”`] : [],
    );
    return ACTION_TEXTS.onlyAt(labels);
  }
  return refusal === "role" ? ACTION_TEXTS.needsRole(action) : ACTION_TEXTS.refusals[refusal];
}
