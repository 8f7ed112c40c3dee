"use client";

import { clsx } from "clsx";
import { Check, CircleCheck, Inbox } from "lucide-react";
import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { AssetTile } from "@/lib/http/assets/cockpit-schemas";
import { useMay } from "../shell/role-provider";
import { UNASSIGNED_TEXTS } from "../texts/en/cockpit-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { LoadFailure } from "../ui/load-failure";
import type { AssetValues } from "./asset-values";
import { type FormerPlace, identifierOf, mergeFormerRows } from "./merge-former-rows";
import { UnassignedRow } from "./unassigned-row";
import { useMoveDocuments } from "./use-move-documents";
import { type FirstView, useUnassigned } from "./use-tiles";

interface TrayParts {
  readonly text: string;
  readonly first: FirstView;
  /** Called to ask for a name if an identifier is not a valid name. */
  readonly onAsk: (values: AssetValues) => void;
  /** Runs after an asset has been created or documents have been moved to one. */
  readonly onChanged: () => void;
  readonly onEdit: (tile: AssetTile) => void;
}

/**
 * Documents whose identifiers no asset has. Users create the asset with one click or move the documents to an existing
 * one. Renders nothing if there are none.
 */
export function UnassignedTray({ text, first, onAsk, onChanged, onEdit }: TrayParts) {
  const { places, hasMore, isPreviousData, error, showMore, refresh } = useUnassigned(text, first);
  const help = useHelp();
  const { created, keep, dismiss, takeNewest } = useCreated(text);
  const change = () => {
    refresh();
    onChanged();
  };
  const { ask, dialog } = useMoveDocuments(change);
  const rows = mergeFormerRows(places, created);
  const card = (
    <Card title={UNASSIGNED_TEXTS.title} action={<Inbox aria-hidden className="text-quiet" />}>
      <p className="-mt-3 mb-4 text-quiet text-sm">{help}</p>
      {Boolean(error) && (
        <LoadFailure error={error} isOlderShown={places.length > 0} onRetry={refresh} />
      )}
      <ul
        aria-busy={isPreviousData}
        className={clsx("divide-y divide-line transition-opacity", isPreviousData && "opacity-60")}
      >
        {rows.map((one, index) => (
          <li key={identifierOf(one)}>
            {one.kind === "kept" ? (
              <CreatedRow
                {...one.former}
                takesFocus={() => takeNewest(one.former)}
                onEdit={onEdit}
                onClose={() => dismiss(one.former)}
              />
            ) : (
              <UnassignedRow
                place={one.row}
                onAsk={onAsk}
                onMove={ask}
                onCreated={(tile, heightPx) => {
                  keep({ tile, heightPx, above: rows.slice(0, index).map(identifierOf) });
                  change();
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button size="tiny" className="mt-3" onClick={showMore}>
          {UNASSIGNED_TEXTS.showMore}
        </Button>
      )}
    </Card>
  );
  // The dialog outlives the last row, which may disappear while the dialog still shows progress.
  return (
    <>
      {(rows.length > 0 || Boolean(error)) && card}
      {dialog}
    </>
  );
}

/** Returns a sentence that says what the user's role can do about these documents. */
function useHelp(): string {
  const mayMove = useMay("reviewer");
  if (useMay("administrator")) return UNASSIGNED_TEXTS.help;
  return mayMove ? ROLE_TEXTS.unassignedHelpOfReviewer : ROLE_TEXTS.unassignedHelp;
}

interface Created extends FormerPlace {
  readonly tile: AssetTile;
  readonly heightPx: number;
  /** The search text at the time when the asset was created. */
  readonly text: string;
}

/**
 * Returns the assets created here whose messages are still open, in order of creation. They are hidden while the search
 * text is different.
 */
function useCreated(text: string) {
  const [all, setAll] = useState<readonly Created[]>([]);
  const newest = useRef<string | null>(null);
  return {
    created: all.filter((one) => one.text === text),
    keep: (one: Omit<Created, "identifier" | "text">) => {
      newest.current = one.tile.identifier;
      setAll((before) => [...before, { ...one, identifier: one.tile.identifier, text }]);
    },
    /** Returns whether this asset was the last one created; true only once. */
    takeNewest: ({ identifier }: Created) => {
      const isNewest = newest.current === identifier;
      if (isNewest) newest.current = null;
      return isNewest;
    },
    dismiss: (one: Created) => setAll((before) => before.filter((other) => other !== one)),
  };
}

/**
 * Replaces an identifier that now has an asset, until the user closes it, so that the rows below do not move under the
 * pointer.
 */
function CreatedRow({
  tile,
  heightPx,
  takesFocus,
  onEdit,
  onClose,
}: {
  readonly tile: AssetTile;
  readonly heightPx: number;
  /**
   * Returns whether this row has just replaced a row that may have had the focus; called once each time this row is
   * shown.
   */
  readonly takesFocus: () => boolean;
  readonly onEdit: (tile: AssetTile) => void;
  readonly onClose: () => void;
}) {
  const { identifier } = tile;
  const edit = useRef<HTMLButtonElement>(null);
  const takeFocus = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    // A user who has already moved on to the search keeps the focus there.
    if (takesFocus() && isLost) edit.current?.focus({ preventScroll: true });
  });
  // Runs before the focus keeper moves the focus elsewhere.
  useLayoutEffect(() => takeFocus(), []);
  return (
    <div className="flex items-center gap-4 py-2.5" style={{ minHeight: heightPx }}>
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <p role="status" className="flex min-w-0 items-center gap-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-go" />
          <span className="min-w-0">
            <bdi className="font-medium">{UNASSIGNED_TEXTS.createdTitle(identifier)}</bdi>{" "}
            <span className="text-quiet max-sm:sr-only">{UNASSIGNED_TEXTS.createdHelp}</span>
          </span>
        </p>
        <div className="flex gap-1">
          <Button
            ref={edit}
            size="tiny"
            aria-label={UNASSIGNED_TEXTS.editNameOf(identifier)}
            onClick={() => {
              onClose();
              onEdit(tile);
            }}
          >
            {UNASSIGNED_TEXTS.editName}
          </Button>
          <Button size="tiny" tone="quiet" onClick={onClose}>
            {UNASSIGNED_TEXTS.dismiss}
          </Button>
        </div>
      </div>
      {/* A disabled button where "Create asset" was, so that a second click does nothing. */}
      <Button disabled className="shrink-0">
        <Check aria-hidden />
        <span className="max-sm:sr-only">{UNASSIGNED_TEXTS.created}</span>
      </Button>
    </div>
  );
}
