"use client";

import { useEffect } from "react";
import { type FormerFocus, findFocusTarget } from "./find-focus-target";

/** Dialogs give the focus back themselves when they have gone: they are let first. */
const PATIENCE_MS = 80;
const REMEMBERED_MAX = 8;
const FOCUSABLE = "a, button, input, select, textarea, summary, label, [tabindex]";

/**
 * Keeps the place of whoever works with the keyboard or a screen reader: a browser drops the focus when its element goes or is
 * disabled. A click beside everything gives it up on purpose.
 */
export function FocusKeeper() {
  useEffect(() => keepFocus(document), []);
  return null;
}

function keepFocus(page: Document): () => void {
  let former: FormerFocus<HTMLElement>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || target === page.body) return;
    former = [{ element: target, around: around(target) }, ...former].slice(0, REMEMBERED_MAX);
  };
  const giveUp = ({ target }: Event) => {
    if (target instanceof Element && !target.closest(FOCUSABLE)) former = [];
  };
  const rescue = () => {
    timer = undefined;
    if (!isLost(page)) return;
    const target = findFocusTarget(former);
    if (target === null || target === "wait") return;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (isLost(page)) timer ??= setTimeout(rescue, PATIENCE_MS);
  });
  const attributeFilter = ["disabled"];
  observer.observe(page.body, { childList: true, subtree: true, attributeFilter });
  page.addEventListener("focusin", remember);
  page.addEventListener("pointerdown", giveUp);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    page.removeEventListener("focusin", remember);
    page.removeEventListener("pointerdown", giveUp);
  };
}

const isLost = ({ activeElement, body }: Document) =>
  activeElement === null || activeElement === body;

function around(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let each = element.parentElement; each; each = each.parentElement) found.push(each);
  return found;
}
