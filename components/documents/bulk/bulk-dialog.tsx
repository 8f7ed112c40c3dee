"use client";

import { useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import type { BulkAction, BulkOrder } from "@/lib/documents/rules/bulk-work";
import {
  DELETION_NOTE_CHARACTERS_MAX,
  DELETION_REASONS,
  type DeletionReason,
  needsNote,
} from "@/lib/documents/rules/deletion-reasons";
import type { BulkPreviewBody } from "@/lib/http/documents/bulk-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { callAgainIfLost } from "../../api/call-cockpit";
import { BULK_TEXTS as TEXTS } from "../../texts/en/bulk-texts";
import { DELETION_TEXTS, deletionLabel } from "../../texts/en/deletion-texts";
import { UI_TEXTS } from "../../texts/en/ui-texts";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { SelectField, TextArea } from "../../ui/field";
import { Notice, Points } from "../../ui/notice";
import { useToasts } from "../../ui/toast";
import { MoveDialog } from "../page/actions/move-dialog";
import { BULK_WORK_PATH, type BulkSource, bulkCalls, prepareBulkWork } from "./bulk-calls";

interface DialogParts {
  readonly action: BulkAction;
  readonly source: BulkSource;
  readonly onClose: () => void;
  readonly onStarted: () => void;
}

/**
 * Asks before an action on many documents: says for how many it is possible and why others are left out, and asks for what
 * the action needs. Exactly the documents that were counted are changed.
 */
export function BulkDialog(parts: DialogParts) {
  const { action, onClose } = parts;
  const prepared = usePrepared(parts);
  const { preview, count, failure } = prepared;
  const { start, isStarting } = useStart(parts, prepared.id);
  const [order, setOrder] = useState<BulkOrder | null>(
    action === "process-again" ? { action } : null,
  );
  const chosen = action === "approve" ? (order ?? onlyClassOf(preview)) : order;
  const possible =
    chosen?.action === "approve" ? countOf(preview, chosen) : (preview?.possible ?? 0);
  const { title, confirm } = TEXTS.actions[action];
  const description = (
    <Preview preview={preview} count={count} failure={failure} chosen={possible} />
  );
  if (action === "move") {
    return (
      <MoveDialog
        assetIdentifier=""
        description={description}
        confirm={confirm(possible)}
        isOpen
        isBusy={isStarting || possible === 0}
        onClose={onClose}
        onStop={onClose}
        onMove={(assetIdentifier) => void start({ action, assetIdentifier })}
      />
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title(preview?.possible ?? count)}
      description={description}
    >
      {action === "approve" && preview && preview.classes.length > 1 && (
        <Classes preview={preview} order={chosen} onChoose={setOrder} />
      )}
      {action === "delete" && <Reason onChoose={setOrder} />}
      <DialogActions>
        <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
        <Button
          tone={action === "delete" ? "danger" : "primary"}
          disabled={chosen === null || possible === 0 || isStarting}
          onClick={() => chosen && void start(chosen)}
        >
          {confirm(possible)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Freezes the documents, and then reads what the action would do to them. */
function usePrepared({ action, source }: DialogParts) {
  const [count, setCount] = useState(0);
  const [prepared, setPrepared] = useState<{ id: string; preview: BulkPreviewBody } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    prepareBulkWork(source, { signal, onProgress: setCount })
      .then(async (id) => ({ id, preview: await bulkCalls.preview(id, action) }))
      .then(
        (ready) => signal.aborted || setPrepared(ready),
        (error) => signal.aborted || setFailure(errorMessage(error)),
      );
    return () => leaving.abort();
  }, [action, source]);
  return { id: prepared?.id ?? null, preview: prepared?.preview ?? null, count, failure };
}

function useStart({ onClose, onStarted }: DialogParts, id: string | null) {
  const toasts = useToasts();
  const { mutate } = useSWRConfig();
  const [isStarting, setStarting] = useState(false);
  const start = async (order: BulkOrder) => {
    if (id === null) return;
    setStarting(true);
    try {
      await callAgainIfLost(() => bulkCalls.start(id, order));
      toasts.done(TEXTS.started, TEXTS.keepsRunning);
      onStarted();
    } catch (error) {
      toasts.failed(TEXTS.notStarted, errorMessage(error));
    }
    await mutate(BULK_WORK_PATH);
    onClose();
  };
  return { start, isStarting };
}

type Approval = Extract<BulkOrder, { action: "approve" }>;

const approvalOf = ({ documentClass }: BulkPreviewBody["classes"][number]): Approval => ({
  action: "approve",
  documentClass: documentClass?.id ?? null,
});

/** Returns the approval if all documents have the same class; otherwise, a person must choose. */
function onlyClassOf(preview: BulkPreviewBody | null): Approval | null {
  const [only, another] = preview?.classes ?? [];
  return only && !another ? approvalOf(only) : null;
}

const countOf = (preview: BulkPreviewBody | null, { documentClass }: Approval) =>
  preview?.classes.find((each) => approvalOf(each).documentClass === documentClass)?.count ?? 0;

function Preview({
  preview,
  count,
  failure,
  chosen,
}: {
  readonly preview: BulkPreviewBody | null;
  readonly count: number;
  readonly failure: string | null;
  /** How many documents will be changed. */
  readonly chosen: number;
}) {
  if (failure !== null) return <Notice tone="alarm" isAnnounced title={failure} />;
  if (!preview) return <p role="status">{TEXTS.collecting(count)}</p>;
  const { possible, leftOut } = preview;
  const total = leftOut.reduce((sum, each) => sum + each.count, 0);
  const others = chosen > 0 ? possible - chosen : 0;
  return (
    <div role="status" className="space-y-1">
      {possible === 0 && <p>{TEXTS.nothingPossible}</p>}
      {total > 0 && (
        <>
          <p>{TEXTS.leftOut(total)}</p>
          <Points points={leftOut.map((each) => TEXTS.leftOutBecause(each.reason, each.count))} />
        </>
      )}
      {others > 0 && <p>{TEXTS.otherClasses(others)}</p>}
      <p>{TEXTS.keepsRunning}</p>
    </div>
  );
}

function Classes({
  preview,
  order,
  onChoose,
}: {
  readonly preview: BulkPreviewBody;
  readonly order: BulkOrder | null;
  readonly onChoose: (order: BulkOrder) => void;
}) {
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 font-medium text-sm">{TEXTS.classLegend}</legend>
      {preview.classes.map((each) => {
        const approval = approvalOf(each);
        const isChosen =
          order?.action === "approve" && order.documentClass === approval.documentClass;
        return (
          <label
            key={approval.documentClass ?? ""}
            className="flex min-h-9 items-center gap-3 rounded-lg px-2 text-sm hover:bg-sunken has-checked:bg-curtain-soft"
          >
            <input
              type="radio"
              name="document-class"
              checked={isChosen}
              onChange={() => onChoose(approval)}
            />
            {TEXTS.classChoice(each.documentClass?.label ?? null, each.count)}
          </label>
        );
      })}
    </fieldset>
  );
}

/** Asks for the reason for a deletion. Without one, nothing can be deleted. */
function Reason({ onChoose }: { readonly onChoose: (order: BulkOrder | null) => void }) {
  const [reason, setReason] = useState<DeletionReason | null>(null);
  const [note, setNote] = useState("");
  const choose = (chosen: DeletionReason | null, text: string) => {
    setReason(chosen);
    setNote(text);
    const given = text.trim();
    const isComplete = chosen !== null && (given !== "" || !needsNote(chosen));
    onChoose(
      isComplete
        ? { action: "delete", reason: chosen, ...(given === "" ? {} : { note: given }) }
        : null,
    );
  };
  const isNoteNeeded = reason !== null && needsNote(reason);
  return (
    <div className="space-y-4">
      <SelectField
        label={TEXTS.reason}
        value={reason ?? ""}
        choices={[
          { value: "", label: TEXTS.chooseReason },
          ...DELETION_REASONS.map((value) => ({ value, label: deletionLabel(value) ?? value })),
        ]}
        onChange={({ target }) =>
          choose(DELETION_REASONS.find((each) => each === target.value) ?? null, note)
        }
      />
      <TextArea
        label={isNoteNeeded ? DELETION_TEXTS.requiredNote : DELETION_TEXTS.note}
        description={DELETION_TEXTS.noteHelp}
        maxLength={DELETION_NOTE_CHARACTERS_MAX}
        value={note}
        onChange={({ target }) => choose(reason, target.value)}
      />
    </div>
  );
}
