"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "./button";

interface DialogParts {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** `wide` for content that is read side by side. */
  readonly width?: "normal" | "wide";
  /**
   * Whether only the owner can close the dialog, which then has no close button: for content that would be lost, and
   * while an operation is running.
   */
  readonly isHeldOpen?: boolean;
}

/**
 * A dialog that takes the focus and later restores it, and closes with Escape, with its close button, or with a click
 * outside.
 */
export function Dialog(parts: DialogParts) {
  const { isOpen, onClose, title, description, children, width, isHeldOpen = false } = parts;
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || isHeldOpen || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          className={clsx(
            "fixed inset-x-3 bottom-3 z-50 max-h-[calc(100dvh-1.5rem)] scroll-pb-24 overflow-y-auto max-sm:scroll-pb-44 rounded-2xl border border-line bg-surface p-6 text-ink shadow-over transition-all duration-150 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2",
            width === "wide" ? "sm:max-w-3xl" : "sm:max-w-lg",
          )}
        >
          <Base.Title className={clsx("font-serif text-2xl leading-tight", !isHeldOpen && "pr-10")}>
            {title}
          </Base.Title>
          {description && (
            <Base.Description className="mt-2 text-sm text-quiet" render={<div />}>
              {description}
            </Base.Description>
          )}
          {children && <div className="mt-5">{children}</div>}
          {/* The button is last in the DOM, so that the focus starts at the content. */}
          {!isHeldOpen && (
            <Base.Close
              render={<Button tone="quiet" size="icon" className="absolute top-4.5 right-4" />}
              aria-label={UI_TEXTS.close}
            >
              <X aria-hidden />
            </Base.Close>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * The buttons of a dialog, the main action last (on phones, on top). On screens that are high enough, they stay in view
 * while a long dialog scrolls.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="-bottom-6 -mx-6 mt-2 -mb-6 flex flex-col-reverse gap-2 rounded-b-2xl bg-surface px-6 pt-4 pb-6 sm:flex-row [@media(min-height:30rem)]:sticky sm:justify-end">
      {children}
    </div>
  );
}
