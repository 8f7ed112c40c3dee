/**
 * Calls back once the tab has been visible for this long without interruption: in a hidden tab, browsers draw nothing.
 * @returns a function that cancels it
 */
export function visibleTimeout(onTimeout: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") timer = setTimeout(onTimeout, ms);
  };
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", follow);
  };
}
