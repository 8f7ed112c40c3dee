import { describe, expect, it } from "vitest";
import { type FocusPlace, findFocusTarget } from "./find-focus-target";

const place = (is: "there" | "gone" | "disabled", isPiece = false): FocusPlace => ({
  isConnected: is !== "gone",
  matches: (selector) => (selector === ":disabled" ? is === "disabled" : isPiece),
});
const former = (element: FocusPlace, ...around: FocusPlace[]) => ({ element, around });

describe("a focus whose element", () => {
  it("has gone belongs to the smallest piece around it that is left", () => {
    const [row, list] = [place("gone", true), place("there", true)];

    expect(findFocusTarget([former(place("gone"), row, place("there"), list)])).toBe(list);
  });

  it("has gone with everything around it belongs to what had it before", () => {
    const opener = place("there");

    expect(findFocusTarget([former(place("gone"), place("gone", true)), former(opener)])).toBe(
      opener,
    );
  });

  it("is disabled for a moment is waited for, and is enabled again gets it back", () => {
    const button = place("there");

    expect(findFocusTarget([former(place("disabled"))])).toBe("wait");
    expect(findFocusTarget([former(button)])).toBe(button);
  });

  it("left nothing behind belongs nowhere", () => {
    expect(findFocusTarget([former(place("gone"), place("gone", true))])).toBeNull();
    expect(findFocusTarget([])).toBeNull();
  });
});
