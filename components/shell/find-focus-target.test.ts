import { describe, expect, test } from "vitest";
import { type FocusPlace, findFocusTarget } from "./find-focus-target";

const place = (is: "there" | "gone" | "disabled", isPiece = false): FocusPlace => ({
  isConnected: is !== "gone",
  matches: (selector) => (selector === ":disabled" ? is === "disabled" : isPiece),
});
const former = (element: FocusPlace, ...around: FocusPlace[]) => ({ element, around });

describe("when the focused element", () => {
  test("is gone, the focus moves to the nearest surrounding piece that is still there", () => {
    const [row, list] = [place("gone", true), place("there", true)];

    expect(findFocusTarget([former(place("gone"), row, place("there"), list)])).toBe(list);
  });

  test("is gone with everything around it, the focus moves to the element focused before it", () => {
    const opener = place("there");

    expect(findFocusTarget([former(place("gone"), place("gone", true)), former(opener)])).toBe(
      opener,
    );
  });

  test("is only disabled, the focus waits for it to be enabled again", () => {
    const button = place("there");

    expect(findFocusTarget([former(place("disabled"))])).toBe("wait");
    expect(findFocusTarget([former(button)])).toBe(button);
  });

  test("leaves nothing behind, the focus does not move", () => {
    expect(findFocusTarget([former(place("gone"), place("gone", true))])).toBeNull();
    expect(findFocusTarget([])).toBeNull();
  });
});
