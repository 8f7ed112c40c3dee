"use client";

import { useCallback, useEffect, useState } from "react";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { useToasts } from "./toast";

/** Behind everything that the first look at a page needs. */
const LOADED_AFTER_MS = 2_000;

/**
 * A component that comes after the page, or when it is asked for, so that the first look does not wait for it; null until then. What
 * was asked for and could not be loaded is said, and asked for again the next time. `load` never changes.
 */
export function useLoaded<Component>(
  load: () => Promise<Component>,
): readonly [Component | null, () => void] {
  const toasts = useToasts();
  const [component, setComponent] = useState<Component | null>(null);
  const take = useCallback((loaded: Component) => setComponent(() => loaded), []);
  useEffect(() => {
    // What nobody asked for may fail in silence.
    const timer = setTimeout(() => load().then(take, () => undefined), LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [load, take]);
  const ask = useCallback(() => {
    load().then(take, () => toasts.failed(UI_TEXTS.notLoaded));
  }, [load, take, toasts]);
  return [component, ask];
}
