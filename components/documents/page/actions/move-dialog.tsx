"use client";

import { type ReactNode, useDeferredValue, useState } from "react";
import useSwr from "swr";
import type { AssetTiles } from "@/lib/http/assets/cockpit-schemas";
import { SWR_OPTIONS } from "../../../api/swr-options";
import { UNASSIGNED_TEXTS } from "../../../texts/en/cockpit-texts";
import { ACTION_TEXTS } from "../../../texts/en/document-page-texts";
import { UI_TEXTS } from "../../../texts/en/ui-texts";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { LoadFailure } from "../../../ui/load-failure";
import { SearchField } from "../../../ui/search-field";

const CHOICES_MAX = 8;

/** Lets users search for the asset to which a document, or all documents with an identifier, should be moved. */
export function MoveDialog({
  assetIdentifier,
  description = ACTION_TEXTS.moveHelp,
  confirm = ACTION_TEXTS.move,
  isOpen,
  isBusy,
  onClose,
  onStop,
  onMove,
}: {
  /** The current identifier of the documents, which is not offered as a target. */
  readonly assetIdentifier: string;
  readonly description?: ReactNode;
  /** The label of the button; shows the progress while busy. */
  readonly confirm?: string;
  readonly isOpen: boolean;
  /** Whether the dialog must stay open. */
  readonly isBusy: boolean;
  readonly onClose: () => void;
  /** Stops moving several documents; absent if the move cannot be stopped. */
  readonly onStop?: () => void;
  readonly onMove: (assetIdentifier: string) => void;
}) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const choices = useChoices(isOpen, text, assetIdentifier);
  // An asset that is no longer listed must not be submitted, because the user could not see which one it is.
  const listed = choices.shown?.find(({ identifier }) => identifier === chosen)?.identifier;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={ACTION_TEXTS.moveTitle}
      description={description}
      isHeldOpen={isBusy}
    >
      <SearchField label={ACTION_TEXTS.moveSearch} value={text} onChange={setText} />
      <Choices {...choices} chosen={chosen} onChoose={setChosen} />
      <DialogActions>
        {isBusy && onStop ? (
          <Button onClick={onStop}>{UNASSIGNED_TEXTS.stop}</Button>
        ) : (
          <Button disabled={isBusy} onClick={onClose}>
            {UI_TEXTS.cancel}
          </Button>
        )}
        <Button
          tone="primary"
          disabled={isBusy || listed === undefined}
          onClick={() => listed !== undefined && onMove(listed)}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Returns the assets that match the search, except the document's current one; `shown` is null while they load. */
function useChoices(isOpen: boolean, text: string, without: string) {
  const search = useDeferredValue(text.trim());
  const query = new URLSearchParams({ q: search, order: "name", limit: String(CHOICES_MAX + 1) });
  const path = isOpen ? `/api/cockpit/assets?${query}` : null;
  const { data, error, mutate } = useSwr<AssetTiles>(path, SWR_OPTIONS);
  const others = data?.items.filter(({ identifier }) => identifier !== without);
  const isHere = others?.length !== data?.items.length;
  const shown = error === undefined ? (others?.slice(0, CHOICES_MAX) ?? null) : null;
  const more = data && shown ? data.total - shown.length - (isHere ? 1 : 0) : 0;
  return { shown, more, error: error as unknown, retry: () => void mutate() };
}

function Choices({
  shown,
  more,
  error,
  retry,
  chosen,
  onChoose,
}: ReturnType<typeof useChoices> & {
  readonly chosen: string | null;
  readonly onChoose: (identifier: string) => void;
}) {
  if (error !== undefined) return <LoadFailure error={error} onRetry={retry} />;
  if (!shown) return <p className="mt-3 text-quiet text-sm">{UI_TEXTS.loading}</p>;
  return (
    <fieldset className="mt-3">
      <legend className="sr-only">{ACTION_TEXTS.moveChoices}</legend>
      {shown.length === 0 && <p className="text-quiet text-sm">{ACTION_TEXTS.moveNone}</p>}
      {shown.map(({ identifier, name }) => (
        <label
          key={identifier}
          className="flex min-h-10 items-center gap-3 rounded-lg px-2 py-1.5 text-sm hover:bg-sunken has-checked:bg-curtain-soft"
        >
          <input
            type="radio"
            name="asset"
            value={identifier}
            checked={chosen === identifier}
            onChange={() => onChoose(identifier)}
          />
          <span className="min-w-0">
            <bdi className="block font-medium">{name}</bdi>
            <bdi className="block font-mono text-quiet text-xs">{identifier}</bdi>
          </span>
        </label>
      ))}
      {more > 0 && <p className="mt-2 text-quiet text-sm">{ACTION_TEXTS.moveMore(more)}</p>}
    </fieldset>
  );
}
