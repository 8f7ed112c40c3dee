"use client";

import { Check, CircleCheck } from "lucide-react";
import { useEffectEvent, useLayoutEffect, useRef } from "react";
import type { AssetTile } from "@/lib/http/assets/cockpit-schemas";
import { UNASSIGNED_TEXTS } from "../texts/en/cockpit-texts";
import { Button } from "../ui/button";

/**
 * Replaces an identifier that now has an asset, until the user closes it, so that the rows below do not move under the
 * pointer.
 */
export function CreatedRow({
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
