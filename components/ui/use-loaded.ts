"use client";

import { useCallback, useEffect, useState } from "react";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { useToasts } from "./toast";

/** By then, everything that a page needs at first has usually loaded. */
const LOADED_AFTER_MS = 2_000;

/**
 * Loads a component after the page, or as soon as it is requested, so that the page does not wait for the component.
 * Returns null until it has loaded. If a requested component cannot be loaded, an error is shown, and the next request
 * tries again. `load` must not change between renders.
 * @returns the component, and a function that requests it and is told if it cannot be loaded
 */
export function useLoaded<Component>(
  load: () => Promise<Component>,
): readonly [Component | null, (onFailed?: () => void) => void] {
  const toasts = useToasts();
  const [component, setComponent] = useState<Component | null>(null);
  const take = useCallback((loaded: Component) => setComponent(() => loaded), []);
  useEffect(() => {
    // Preloading may fail silently.
    const timer = setTimeout(() => load().then(take, () => undefined), LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [load, take]);
  const ask = useCallback(
    (onFailed?: () => void) => {
      load().then(take, () => {
        toasts.failed(UI_TEXTS.notLoaded);
        onFailed?.();
      });
    },
    [load, take, toasts],
  );
  return [component, ask];
}
