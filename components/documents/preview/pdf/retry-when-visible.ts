const isHidden = () => document.visibilityState === "hidden";

/**
 * Does the work, and does it again each time it fails with such an error after the tab was hidden: in a hidden tab,
 * browsers draw nothing. The work is only repeated while the tab is visible.
 * @throws the error of the work otherwise
 */
export async function retryWhenVisible<T>(
  work: () => Promise<T>,
  isDueToHiding: (error: unknown) => boolean,
): Promise<T> {
  for (;;) {
    let wasHidden = isHidden();
    const note = () => {
      wasHidden ||= isHidden();
    };
    document.addEventListener("visibilitychange", note);
    try {
      return await work();
    } catch (error) {
      if (!(wasHidden && isDueToHiding(error))) throw error;
    } finally {
      document.removeEventListener("visibilitychange", note);
    }
    await untilVisible();
  }
}

function untilVisible(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isHidden()) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
}
