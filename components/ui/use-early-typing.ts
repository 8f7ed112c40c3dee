import { type RefObject, useEffect, useRef } from "react";

/**
 * For an input rendered by the server: passes on text that was typed, or filled in by a password manager, before the
 * page's scripts started. Otherwise the next render would remove it.
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
