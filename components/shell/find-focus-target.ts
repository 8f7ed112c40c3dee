/** The properties of an element that decide whether it can have the focus. */
export interface FocusPlace {
  readonly isConnected: boolean;
  matches(selector: string): boolean;
}

/** A formerly focused element and its ancestors, from the inside out. */
export interface FormerFocus<Place extends FocusPlace> {
  readonly element: Place;
  readonly around: readonly Place[];
}

/** Elements that a screen reader announces as a unit, so that users know where they are. */
const PIECES = "li, tr, form, section, main, [role=dialog]";

/**
 * Returns the element that should receive the focus after the focused one is gone: the nearest surrounding piece that is
 * still there, otherwise the element focused before it. `wait` while the element is only disabled; null if nothing is
 * left.
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
