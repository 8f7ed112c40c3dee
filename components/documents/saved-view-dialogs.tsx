"use client";

import { useState } from "react";
import { VIEW_NAME_CHARACTERS_MAX } from "@/lib/documents/rules/saved-view";
import type { SavedViewBody } from "@/lib/http/documents/saved-view-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { callCockpit } from "../api/call-cockpit";
import { useMay } from "../shell/role-provider";
import { SAVED_VIEW_TEXTS as TEXTS } from "../texts/en/saved-view-texts";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Dialog, DialogActions } from "../ui/dialog";
import { TextField } from "../ui/field";
import { useToasts } from "../ui/toast";

/** The path of the calls about views. */
export const VIEWS_PATH = "/api/cockpit/document-views";
const pathOf = ({ id }: SavedViewBody) => `${VIEWS_PATH}/${id}`;

/** What somebody does about views; each is a dialog. */
export type ViewTask =
  | { readonly kind: "save" | "manage" }
  | { readonly kind: "edit" | "delete"; readonly view: SavedViewBody };

interface Parts {
  /** Closes the dialog, or opens another one instead. */
  readonly onTask: (task: ViewTask | null) => void;
  /** The views that the user may change. */
  readonly views: readonly SavedViewBody[];
  /** The view that the list shows. */
  readonly open: SavedViewBody | undefined;
  /** The address of the list. */
  readonly address: string;
  readonly onChanged: () => void;
}

/** The dialogs for saving, editing, updating and deleting views. */
export function ViewDialogs({ task, ...parts }: Parts & { readonly task: ViewTask | null }) {
  const { onTask, address, onChanged } = parts;
  const deleting = task?.kind === "delete" ? task.view : null;
  const editing = task?.kind === "edit" ? task.view : null;
  const close = () => onTask(null);
  const manage = () => onTask({ kind: "manage" });
  const done = () => {
    onChanged();
    if (editing) manage();
    else close();
  };
  return (
    <>
      <Dialog
        isOpen={task?.kind === "save" || editing !== null}
        onClose={editing ? manage : close}
        title={editing ? TEXTS.editTitle : TEXTS.saveTitle}
        description={editing ? undefined : TEXTS.saveHelp}
      >
        <ViewForm
          view={editing}
          address={address}
          onClose={editing ? manage : close}
          onSaved={done}
        />
      </Dialog>
      <Dialog
        isOpen={task?.kind === "manage"}
        onClose={close}
        title={TEXTS.manageTitle}
        description={TEXTS.manageHelp}
      >
        <ViewList {...parts} />
      </Dialog>
      <DeleteView
        view={deleting}
        onClose={manage}
        onDeleted={() => {
          onChanged();
          if (parts.views.length > 1) manage();
          else close();
        }}
      />
    </>
  );
}

function ViewForm({
  view,
  address,
  onClose,
  onSaved,
}: {
  /** null for a new view. */
  readonly view: SavedViewBody | null;
  readonly address: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const toasts = useToasts();
  const mayShare = useMay("reviewer");
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    if (name.trim() === "") return setProblem(TEXTS.nameMissing);
    setBusy(true);
    try {
      const body = { name, isShared };
      if (view) await callCockpit("PATCH", pathOf(view), { body });
      else await callCockpit("POST", VIEWS_PATH, { body: { ...body, address } });
      toasts.done(TEXTS.saved(name.trim()));
      onSaved();
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      <TextField
        label={TEXTS.name}
        required
        autoComplete="off"
        dir="auto"
        maxLength={VIEW_NAME_CHARACTERS_MAX}
        value={name}
        error={problem}
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          setProblem(null);
        }}
      />
      {(mayShare || view?.isShared) && (
        <label className="flex min-h-7 items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0"
            checked={isShared}
            onChange={({ currentTarget: { checked } }) => setShared(checked)}
          />
          <span>
            {TEXTS.share}
            {view?.isOwn !== false && <span className="block text-quiet">{TEXTS.shareHelp}</span>}
          </span>
        </label>
      )}
      <DialogActions>
        <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
        <Button type="submit" tone="primary" disabled={isBusy}>
          {isBusy ? TEXTS.saving : TEXTS.submit}
        </Button>
      </DialogActions>
    </form>
  );
}

function ViewList({ onTask, views, open, address, onChanged }: Parts) {
  const toasts = useToasts();
  const update = async (view: SavedViewBody) => {
    try {
      await callCockpit("PATCH", pathOf(view), { body: { address } });
      toasts.done(TEXTS.updated(view.name));
    } catch (error) {
      toasts.failed(TEXTS.notChanged, errorMessage(error));
    }
    onChanged();
  };
  if (views.length === 0) return <p className="text-quiet text-sm">{TEXTS.none}</p>;
  return (
    <ul className="divide-y divide-line">
      {views.map((view) => (
        <li
          key={view.id}
          aria-current={view === open ? "true" : undefined}
          className="flex flex-wrap items-center justify-end gap-1 py-2"
        >
          <div className="min-w-40 grow basis-40">
            <p className="break-words font-medium text-sm">
              <bdi>{view.name}</bdi>
            </p>
            <p className="text-quiet text-xs">
              {TEXTS.facts(
                view.isOwn ? null : (view.ownerName ?? TEXTS.formerUser),
                view.isShared,
                view === open,
              )}
            </p>
          </div>
          <div className="flex gap-1">
            <Button
              size="tiny"
              aria-label={TEXTS.updateOf(view.name)}
              disabled={view === open}
              onClick={() => void update(view)}
            >
              {TEXTS.update}
            </Button>
            <Button
              size="tiny"
              aria-label={TEXTS.editOf(view.name)}
              onClick={() => onTask({ kind: "edit", view })}
            >
              {TEXTS.edit}
            </Button>
            <Button
              size="tiny"
              aria-label={TEXTS.deleteOf(view.name)}
              onClick={() => onTask({ kind: "delete", view })}
            >
              {TEXTS.delete}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Asks before a view is deleted. */
function DeleteView({
  view,
  onClose,
  onDeleted,
}: {
  readonly view: SavedViewBody | null;
  readonly onClose: () => void;
  /** Also called if the deletion failed: the view may have been deleted by somebody else. */
  readonly onDeleted: () => void;
}) {
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const remove = async (removed: SavedViewBody) => {
    setBusy(true);
    try {
      await callCockpit("DELETE", pathOf(removed));
      toasts.done(TEXTS.deleted(removed.name));
    } catch (error) {
      toasts.failed(TEXTS.notChanged, errorMessage(error));
    }
    setBusy(false);
    onDeleted();
  };
  return (
    <ConfirmDialog
      isOpen={view !== null}
      onClose={onClose}
      title={TEXTS.deleteTitle(view?.name ?? "")}
      description={view?.isShared ? TEXTS.deleteSharedHelp : TEXTS.deleteHelp}
      confirm={TEXTS.delete}
      onConfirm={() => view && void remove(view)}
      isBusy={isBusy}
    />
  );
}
