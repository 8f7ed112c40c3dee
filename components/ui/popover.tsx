"use client";

import type { Popover as BasePopover } from "@base-ui/react/popover";
import { cloneElement, type ReactElement, type ReactNode, useState } from "react";
import type { Button } from "./button";
import { useLoaded } from "./use-loaded";

type Parts = typeof BasePopover;
type Trigger = ReactElement<Parameters<typeof Button>[0]>;

/** The look of a panel that opens next to a button. */
export const POPUP =
  "w-72 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-xl border border-line bg-raised p-3 text-ink text-sm shadow-over outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0";

const loadParts = () => import("@base-ui/react/popover").then(({ Popover: parts }) => parts);

/**
 * A panel that opens next to its button. It takes the focus and later returns it, and closes with Escape and with a click
 * outside. The library that shows it loads after the page.
 */
export function Popover({
  trigger,
  isOpen,
  onOpenChange,
  ...content
}: {
  /** A `Button`. */
  readonly trigger: Trigger;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const [parts, load] = useLoaded(loadParts);
  const [wasPressed, setPressed] = useState(false);
  // The library brings a button of its own. Exchanging ours before it has been pressed could lose a press that has begun.
  if (parts && wasPressed) {
    return (
      <LoadedPopover
        parts={parts}
        trigger={trigger}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        {...content}
      />
    );
  }
  return cloneElement(trigger, {
    "aria-haspopup": "dialog",
    "aria-expanded": false,
    "aria-busy": wasPressed,
    onClick: () => {
      setPressed(true);
      onOpenChange(true);
      // A panel that could not be loaded must not open later, when nobody expects it.
      load(() => {
        setPressed(false);
        onOpenChange(false);
      });
    },
  });
}

function LoadedPopover({
  parts: Base,
  trigger,
  isOpen,
  onOpenChange,
  title,
  children,
}: Parameters<typeof Popover>[0] & { readonly parts: Parts }) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Base.Trigger
        render={trigger}
        // The second click of a double click must not close the panel again.
        onClick={(event) => event.detail > 1 && event.preventBaseUIHandler()}
      />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} collisionPadding={12} className="z-30">
          <Base.Popup className={`${POPUP} max-h-(--available-height)`}>
            <Base.Title className="px-1 pb-2 font-medium">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
