import { type RefObject, useEffect } from "react";

/**
 * Puts the focus on an input, its text selected, each time the count of refusals grows: the button that was pressed was disabled
 * meanwhile and has lost it.
 */
export function useFocusAgain(input: RefObject<HTMLInputElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [input, refusals]);
}
