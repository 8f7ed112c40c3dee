"use client";

import type { MouseEvent } from "react";
import { SHELL_TEXTS } from "../texts/en/shell-texts";

/** A link that moves the focus past the header, visible while it has the focus. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to a place on the page, and works before the page's script has loaded
    <a
      href="#content"
      onClick={focusContent}
      className="sr-only rounded-lg bg-ink px-3 py-2 text-paper text-sm focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30"
    >
      {SHELL_TEXTS.skipToContent}
    </a>
  );
}

/**
 * The browser alone would leave the focus on no element, which FocusKeeper takes for a loss and brings back to the link.
 * The content stays focusable only while it has the focus: otherwise, each click on an empty part would focus it.
 */
function focusContent(event: MouseEvent<HTMLAnchorElement>): void {
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  const content = document.querySelector<HTMLElement>(event.currentTarget.hash);
  if (!content || opensElsewhere) return;
  const onBlur = () => {
    // The window lost the focus, and returns it to the content later.
    if (document.activeElement === content) return;
    content.removeAttribute("tabindex");
    content.removeEventListener("blur", onBlur);
  };
  content.tabIndex = -1;
  content.addEventListener("blur", onBlur);
  content.focus();
}
