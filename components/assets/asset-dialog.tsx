"use client";

import { useRef, useState } from "react";
import { assetFolderOf } from "@/lib/assets/rules/asset-texts";
import type { AssetTile } from "@/lib/http/assets/cockpit-schemas";
import { callCockpit } from "../api/call-cockpit";
import { ASSET_TEXTS } from "../texts/en/cockpit-texts";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { TextArea, TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import {
  ASSET_FIELDS,
  type AssetField,
  type AssetProblems,
  type AssetValues,
  judgeAsset,
  problemsOf,
} from "./asset-values";
import { TILES_PATH } from "./cockpit-query";

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

/**
 * Holds the values entered for an asset. Validates a field once it has been left, and all fields on submit. `save` makes
 * the call; its error is shown at its field until that field changes.
 */
export function useAssetForm(initial: AssetValues, save: (values: AssetValues) => Promise<void>) {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<readonly AssetField[]>([]);
  const [refused, setRefused] = useState<AssetProblems>({});
  const [isBusy, setBusy] = useState(false);
  const judged = judgeAsset(values);

  async function submit() {
    setTouched(ASSET_FIELDS);
    if (Object.keys(judged).length > 0 || isBusy) return;
    setBusy(true);
    setRefused({});
    try {
      await save(values);
    } catch (error) {
      setRefused(problemsOf(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    submit,
    wholeProblem: refused.whole ?? null,
    field: (field: AssetField) => ({
      value: values[field] ?? "",
      // The fields must not change while their values are being saved.
      readOnly: isBusy,
      error: refused[field] ?? (touched.includes(field) ? judged[field] : undefined),
      // A field left unchanged is not wrong yet, and an error message would push "Close" away from under the pointer.
      onBlur: () => {
        if (values[field] !== initial[field]) setTouched((before) => [...before, field]);
      },
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
        setValues((before) => ({ ...before, [field]: value }));
        setRefused(({ [field]: _, ...others }) => others);
      },
    }),
  };
}
