"use client";

import { useRef } from "react";
import { assetFolderOf } from "@/lib/assets/rules/asset-texts";
import type { AssetTile } from "@/lib/http/assets/cockpit-schemas";
import { callCockpit } from "../api/call-cockpit";
import { ASSET_TEXTS } from "../texts/en/cockpit-texts";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { TextArea, TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import type { AssetValues } from "./asset-values";
import { TILES_PATH } from "./cockpit-query";
import { useAssetForm } from "./use-asset-form";

/** An asset to create, with values already known, or one to edit. */
export type AssetTask =
  | { readonly kind: "create"; readonly values: AssetValues }
  | { readonly kind: "edit"; readonly tile: AssetTile };

interface AssetDialogParts {
  readonly task: AssetTask;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSaved: (tile: AssetTile, task: AssetTask) => void;
}

/** A dialog for creating or editing an asset. It stays open until the server has accepted the asset. */
export function AssetDialog({ task, isOpen, onClose, onSaved }: AssetDialogParts) {
  const isNew = task.kind === "create";
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={isNew ? ASSET_TEXTS.newTitle : ASSET_TEXTS.editTitle}
      description={isNew ? ASSET_TEXTS.newHelp : undefined}
    >
      <AssetForm task={task} onClose={onClose} onSaved={onSaved} />
    </Dialog>
  );
}

function AssetForm({ task, onClose, onSaved }: Omit<AssetDialogParts, "isOpen">) {
  const isNew = task.kind === "create";
  const form = useRef<HTMLFormElement>(null);
  const { field, submit, isBusy, wholeProblem } = useAssetForm(
    isNew ? task.values : { ...task.tile, folder: task.tile.folder ?? "" },
    async (values) => onSaved(await save(task, values), task),
  );
  const send = async () => {
    await submit();
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {wholeProblem && (
        <Notice tone="alarm" title={ASSET_TEXTS.notSaved} isAnnounced>
          {wholeProblem}
        </Notice>
      )}
      <TextField
        label={ASSET_TEXTS.identifier}
        description={isNew ? ASSET_TEXTS.identifierHelp : ASSET_TEXTS.identifierFixed}
        required
        spellCheck={false}
        autoComplete="off"
        className="[&_input]:font-mono [&_input:read-only]:bg-sunken"
        {...field("identifier")}
        readOnly={!isNew || isBusy}
      />
      <TextField
        label={ASSET_TEXTS.name}
        description={ASSET_TEXTS.nameHelp}
        required
        autoComplete="off"
        dir="auto"
        {...field("name")}
      />
      <TextArea label={ASSET_TEXTS.description} dir="auto" {...field("description")} />
      <TextField
        label={ASSET_TEXTS.folder}
        description={ASSET_TEXTS.folderHelp}
        autoComplete="off"
        dir="auto"
        {...field("folder")}
      />
      <DialogActions>
        <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
        <Button type="submit" tone="primary" disabled={isBusy}>
          {isNew
            ? isBusy
              ? ASSET_TEXTS.creating
              : ASSET_TEXTS.create
            : isBusy
              ? ASSET_TEXTS.saving
              : ASSET_TEXTS.save}
        </Button>
      </DialogActions>
    </form>
  );
}

function save(task: AssetTask, values: AssetValues): Promise<AssetTile> {
  const { identifier, name, description } = values;
  const texts = { name, description, folder: assetFolderOf(values.folder ?? "") };
  if (task.kind === "create") {
    return callCockpit("POST", TILES_PATH, { body: { identifier, ...texts } });
  }
  return callCockpit("PUT", `${TILES_PATH}/${task.tile.id}`, { body: texts });
}
