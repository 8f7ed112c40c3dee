/** The type of scripts that browsers ignore until `loadWaitingScripts` loads them. */
export const WAITING_SCRIPT = "stagedoor/waiting";

/** A page becomes usable this long after its HTML has arrived, even if its first picture takes longer. */
export const WAIT_MS_MAX = 500;

/**
 * Loads the page's other scripts when `drawn` settles, or after `msMax` milliseconds. The source of this function is sent
 * in the page as a script, so it must not use anything outside itself.
 */
export async function loadWaitingScripts(
  drawn: Promise<unknown>,
  { type, msMax }: { readonly type: string; readonly msMax: number },
): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, msMax));
  await Promise.race([drawn.catch(() => null), late]);
  for (const waiting of document.querySelectorAll<HTMLScriptElement>(`script[type="${type}"]`)) {
    const script = document.createElement("script");
    // The URL exactly as the page contains it, because the bundler recognises its scripts by this attribute.
    script.setAttribute("src", waiting.getAttribute("src") ?? "");
    script.nonce = waiting.nonce;
    waiting.replaceWith(script);
  }
}
