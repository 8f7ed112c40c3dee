import { type RefObject, useEffect, useRef } from "react";

/**
 * For an input that the server has rendered: hands on what somebody typed, or a password manager filled in, before the scripts
 * of the page had started. Without it the next rendering would take that away.
 */
export function useEarlyTyping(
  value: string,
  onTyped: (text: string) => void,
): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the input is React's.
  useEffect(() => {
    const typed = input.current?.value ?? value;
    if (typed !== value) onTyped(typed);
  }, []);
  return input;
}
