/** How far from the edge a place must be to count as visible. */
const EDGE = 24;

/**
 * Scrolls a region to a place in its content, in pixels, unless the place is already visible. The page itself never
 * scrolls.
 */
export function showInRegion(
  element: Pick<
    HTMLElement,
    "scrollTop" | "scrollLeft" | "clientHeight" | "clientWidth" | "scrollTo"
  >,
  { top, bottom, left, right }: { top: number; bottom: number; left: number; right: number },
): void {
  const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
  const isSeen =
    top >= scrollTop + EDGE &&
    bottom <= scrollTop + clientHeight - EDGE &&
    left >= scrollLeft &&
    right <= scrollLeft + clientWidth;
  if (isSeen) return;
  element.scrollTo({
    top: (top + bottom) / 2 - clientHeight / 3,
    left: (left + right) / 2 - clientWidth / 2,
  });
}
