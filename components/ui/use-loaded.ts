"use client";

import { useCallback, useState } from "react";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { useToasts } from "./toast";

/**
 * A component that comes when it is first asked for, so that the first look at a page does not wait for it; null until then. What
 * could not be loaded is said, and asked for again the next time. `load` never changes.
 */
export function useLoaded<Component>(
  load: () => Promise<Component>,
): readonly [Component | null, () => void] {
  const toasts = useToasts();
  const [component, setComponent] = useState<Component | null>(null);
  const ask = useCallback(() => {
    load().then(
      (loaded) => setComponent(() => loaded),
      () => toasts.failed(UI_TEXTS.notLoaded),
    );
  }, [load, toasts]);
  return [component, ask];
}
