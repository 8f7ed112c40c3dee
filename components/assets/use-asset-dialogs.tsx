"use client";

import { type ReactNode, useCallback, useMemo, useState } from "react";
import type { AssetTile } from "@/lib/http/assets/cockpit-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { callCockpit } from "../api/call-cockpit";
import { ASSET_TEXTS } from "../texts/en/cockpit-texts";
import { useToasts } from "../ui/toast";
import { useLoaded } from "../ui/use-loaded";
import type { AssetTask } from "./asset-dialog";
import type { AssetValues } from "./asset-values";
import { TILES_PATH } from "./cockpit-query";
import type { AssetActionHandlers } from "./tile-actions";

const loadDialog = () => import("./asset-dialog").then((module) => module.AssetDialog);
const loadQuestion = () => import("../ui/confirm-dialog").then((module) => module.ConfirmDialog);
const NOTHING: AssetValues = { identifier: "", name: "", description: "" };

/** Callbacks for changes to an asset. */
interface AssetOutcomes {
  readonly onCreated: (tile: AssetTile) => void;
  readonly onChanged: (tile: AssetTile) => void;
}

/**
 * The dialogs that create, edit and archive assets, and the functions that open them. The functions keep their identity
 * between renders.
 */
export function useAssetDialogs({ onCreated, onChanged }: AssetOutcomes): {
  readonly create: (values?: AssetValues) => void;
  readonly actionHandlers: AssetActionHandlers;
  readonly dialogs: ReactNode;
} {
  const toasts = useToasts();
  const [form, setForm] = useState({ isOpen: false, task: newTask(NOTHING), opened: 0 });
  const archiving = useArchiving(onChanged);

  const [AssetDialog, load] = useLoaded(loadDialog);
  const open = useCallback(
    (task: AssetTask) => {
      setForm(({ opened }) => ({ isOpen: true, task, opened: opened + 1 }));
      load();
    },
    [load],
  );
  const create = useCallback((values = NOTHING) => open(newTask(values)), [open]);
  const { ask } = archiving;
  const actionHandlers = useMemo<AssetActionHandlers>(
    () => ({ onEdit: (tile) => open({ kind: "edit", tile }), onArchive: ask }),
    [open, ask],
  );
  // A save may finish after its dialog has been closed and another one opened.
  const close = () =>
    setForm((now) => (now.opened === form.opened ? { ...now, isOpen: false } : now));

  const onSaved = (tile: AssetTile, task: AssetTask) => {
    close();
    if (task.kind === "create") {
      toasts.done(ASSET_TEXTS.created(tile.name), ASSET_TEXTS.createdHelp);
      onCreated(tile);
    } else {
      toasts.done(ASSET_TEXTS.saved(tile.name));
      onChanged(tile);
    }
  };
  const dialogs = (
    <>
      {AssetDialog && (
        <AssetDialog
          key={form.opened}
          task={form.task}
          isOpen={form.isOpen}
          onClose={close}
          onSaved={onSaved}
        />
      )}
      {archiving.dialog}
    </>
  );
  return { create, actionHandlers, dialogs };
}

const newTask = (values: AssetValues): AssetTask => ({ kind: "create", values });

/** Asks for confirmation before an asset is archived. Restoring one needs no confirmation, because it hides nothing. */
function useArchiving(onChanged: (tile: AssetTile) => void) {
  const toasts = useToasts();
  const [question, setQuestion] = useState<{ tile: AssetTile; isOpen: boolean } | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const [Question, load] = useLoaded(loadQuestion);
  const close = () => setQuestion((before) => before && { ...before, isOpen: false });

  const settle = useCallback(
    async ({ id, name, archivedAt }: AssetTile) => {
      const isBack = archivedAt !== null;
      setBusyId(id);
      try {
        const body = { archived: !isBack };
        onChanged(await callCockpit<AssetTile>("PUT", `${TILES_PATH}/${id}/archive`, { body }));
        if (isBack) toasts.done(ASSET_TEXTS.restored(name));
        else toasts.done(ASSET_TEXTS.archived(name), ASSET_TEXTS.archivedHelp);
      } catch (error) {
        toasts.failed(
          isBack ? ASSET_TEXTS.notRestored(name) : ASSET_TEXTS.notArchived(name),
          errorMessage(error),
        );
      } finally {
        setBusyId((busy) => (busy === id ? null : busy));
        // The dialog may have been opened for another asset in the meantime.
        setQuestion((now) => (now?.tile.id === id ? { ...now, isOpen: false } : now));
      }
    },
    [toasts, onChanged],
  );
  const ask = useCallback(
    (tile: AssetTile) => {
      if (tile.archivedAt) void settle(tile);
      else {
        setQuestion({ tile, isOpen: true });
        load();
      }
    },
    [settle, load],
  );
  const dialog = question && Question && (
    <Question
      isOpen={question.isOpen}
      onClose={close}
      title={ASSET_TEXTS.archiveTitle}
      description={ASSET_TEXTS.archiveHelp(question.tile.name)}
      confirm={ASSET_TEXTS.archive}
      tone="primary"
      onConfirm={() => void settle(question.tile)}
      isBusy={busyId === question.tile.id}
    />
  );
  return { ask, dialog };
}
