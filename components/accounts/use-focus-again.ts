import { type RefObject, useEffect } from "react";

/**
 * Focuses an input and selects its text each time the count of rejections grows. The button that was pressed was disabled
 * in the meantime and has lost the focus.
 */
export function useFocusAgain(input: RefObject<HTMLInputElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [input, refusals]);
}
