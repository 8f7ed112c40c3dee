"use client";

import { useEffect } from "react";
import { type FormerFocus, findFocusTarget } from "./find-focus-target";

/** The time that a closing dialog gets to restore the focus itself. */
const PATIENCE_MS = 80;
const REMEMBERED_MAX = 8;
const FOCUSABLE = "a, button, input, select, textarea, summary, label, [tabindex]";

/**
 * Keeps the place of keyboard and screen reader users: a browser drops the focus if its element disappears or is
 * disabled. A click on an empty part of the page still removes the focus.
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
