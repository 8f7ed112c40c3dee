import { type RefObject, useEffect } from "react";

/**
 * Focuses an input and selects its text each time `refusals` grows. The button that the user pressed was disabled during
 * the call and has lost the focus.
 */
export function useFocusAgain(input: RefObject<HTMLInputElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [input, refusals]);
}
