import { useCallback, useMemo, useState } from "react";
import type { PageSize, PageSource } from "./page-source";

/** Returns the sizes of all pages: the real size for opened pages, and the size of the first page for all other pages. */
export function usePageSizes(source: PageSource) {
  const [known, setKnown] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const noteSize = useCallback(
    (number: number, size: PageSize) =>
      setKnown((before) => {
        const old = before.get(number) ?? source.firstSize;
        const isKnown = old.width === size.width && old.height === size.height;
        return isKnown ? before : new Map(before).set(number, size);
      }),
    [source],
  );
  const sizes = useMemo(
    () =>
      Array.from(
        { length: source.pageCount },
        (_, index) => known.get(index + 1) ?? source.firstSize,
      ),
    [source, known],
  );
  return { sizes, noteSize };
}
