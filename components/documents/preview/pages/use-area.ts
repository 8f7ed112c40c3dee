import { type RefObject, useLayoutEffect, useState } from "react";
import type { PageSize } from "./page-source";

/** Returns the inner size of an element without scroll bars, updated when it changes; null until it has been measured. */
export function useArea(element: RefObject<HTMLElement | null>): PageSize | null {
  const [area, setArea] = useState<PageSize | null>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current;
      setArea((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return area;
}
