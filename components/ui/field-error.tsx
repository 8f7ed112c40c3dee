"use client";

import { CircleAlert } from "lucide-react";
import { useState, useSyncExternalStore } from "react";

/**
 * The error of a field. While a pointer is pressed, it neither appears nor disappears: leaving the field with a press on a
 * button would otherwise move that button before the release, and the click would be lost.
 */
export function FieldError({
  id,
  error,
}: {
  readonly id: string;
  /** null if there is none. */
  readonly error: string | null;
}) {
  const isPressed = useSyncExternalStore(follow, isDown, () => false);
  const [settled, setSettled] = useState(error);
  if (!isPressed && settled !== error) setSettled(error);
  const shown = isPressed ? settled : error;
  return (
    // Always rendered, because not every screen reader announces a live region that appears together with its text.
    <p id={id} aria-live="polite" className="text-sm font-medium text-alarm">
      {shown && (
        <span className="inline-flex items-start gap-1.5">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{shown}</span>
        </span>
      )}
    </p>
  );
}

/** On touch screens, the field is left only after the release, with the click that follows it. */
const CLICK_WITHIN_MS = 100;

const listeners = new Set<() => void>();
let isPointerDown = false;
let release: ReturnType<typeof setTimeout> | undefined;

const isDown = () => isPointerDown;

function follow(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("pointerdown", press, true);
    for (const end of ENDS) window.addEventListener(end, releaseSoon, true);
    // Without capturing, because a field that loses the focus to the pressed button does not end the press.
    window.addEventListener("blur", releaseSoon);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("pointerdown", press, true);
    for (const end of ENDS) window.removeEventListener(end, releaseSoon, true);
    window.removeEventListener("blur", releaseSoon);
    clearTimeout(release);
    isPointerDown = false;
  };
}

/** A press that becomes a drag or opens a context menu ends without a release. So does one that leaves the window. */
const ENDS = ["pointerup", "pointercancel", "contextmenu", "keydown"] as const;

/** Only the primary button clicks; the release of another one may go to a menu of the system. */
function press({ button }: PointerEvent): void {
  if (button !== 0) return;
  clearTimeout(release);
  change(true);
}

function releaseSoon(): void {
  clearTimeout(release);
  release = setTimeout(() => change(false), CLICK_WITHIN_MS);
}

function change(isNowDown: boolean): void {
  isPointerDown = isNowDown;
  for (const listener of [...listeners]) listener();
}
