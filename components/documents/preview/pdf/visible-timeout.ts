/**
 * Calls back once the tab has been visible for this long without interruption, because browsers draw nothing in a hidden
 * tab.
 * @returns a function that cancels the timeout
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
