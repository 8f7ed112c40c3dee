/** An element as far as it matters whether it can have the focus. */
export interface FocusPlace {
  readonly isConnected: boolean;
  matches(selector: string): boolean;
}

/** What had the focus, and what it stood in, from the inside out. */
export interface FormerFocus<Place extends FocusPlace> {
  readonly element: Place;
  readonly around: readonly Place[];
}

/** What a screen reader reads as one piece, so that the reader knows where they are. */
const PIECES = "li, tr, form, section, main, [role=dialog]";

/**
 * Where the focus belongs after its element has gone: what it stood in, as far as that is still there, else what had the focus
 * before it. `wait` while the element is only disabled; null: nothing of it is left.
 */
export function findFocusTarget<Place extends FocusPlace>(
  formerLatestFirst: readonly FormerFocus<Place>[],
): Place | "wait" | null {
  for (const { element, around } of formerLatestFirst) {
    if (element.isConnected) return element.matches(":disabled") ? "wait" : element;
    const piece = around.find((each) => each.isConnected && each.matches(PIECES));
    if (piece) return piece;
  }
  return null;
}
