import type { Announced } from "../open-preview";
import { startEarlyPreview } from "./early-preview";
import { EARLY_ATTRIBUTE } from "./early-region";

/** Starts the preview that the server announced in the page, as soon as that part of the page is there; nothing if it announced none. */
export function beginEarlyPreview(): void {
  if (begin() || document.readyState !== "loading") return;
  const observer = new MutationObserver(() => {
    if (begin()) observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => observer.disconnect(), { once: true });
}

function begin(): boolean {
  const region = document.querySelector<HTMLElement>(`[${EARLY_ATTRIBUTE}]`);
  if (!region) return false;
  // Written by the component that is imported for its name.
  const announced: Announced = JSON.parse(region.getAttribute(EARLY_ATTRIBUTE) ?? "");
  startEarlyPreview(announced, region);
  return true;
}
