import type { EarlyGlobal } from "./early-start";

/** The type of the scripts that `loadWaitingScripts` loads. No browser loads a script of this type. */
export const WAITING_SCRIPT = "stagedoor/waiting";

/** The page's other scripts begin to load after this time, even if its first picture takes longer. */
export const WAIT_MS_MAX = 500;

/**
 * Loads the page's other scripts once its HTML has arrived and its first picture has been drawn or could not be drawn.
 * Those that have waited for `msMax` milliseconds are loaded in any case. The source of this function is sent in the page
 * as a script, so it must not use anything outside itself.
 */
export function loadWaitingScripts({
  type,
  msMax,
}: {
  readonly type: string;
  readonly msMax: number;
}): void {
  let isLate = false;
  const load = () => {
    for (const waiting of document.querySelectorAll<HTMLScriptElement>(`script[type="${type}"]`)) {
      const script = document.createElement("script");
      // React and the bundler recognize their scripts by the attributes, and would load them again.
      for (const { name, value } of waiting.attributes) {
        if (name !== "type") script.setAttribute(name, value);
      }
      script.nonce = waiting.nonce;
      waiting.replaceWith(script);
    }
  };
  setTimeout(() => {
    isLate = true;
    load();
  }, msMax);
  document.addEventListener("DOMContentLoaded", () => {
    const start = isLate ? undefined : (globalThis as EarlyGlobal).stagedoorEarlyStart;
    if (start) void start.picture.then(load);
    else load();
  });
}
