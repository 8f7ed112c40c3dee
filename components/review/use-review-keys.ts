"use client";

import { useEffectEvent, useLayoutEffect } from "react";
import type { REVIEW_TEXTS } from "../texts/en/review-texts";
import { areSingleKeysOn } from "../ui/single-keys";

/** A command with a key. */
export type ReviewCommand = keyof typeof REVIEW_TEXTS.keys;

/** The keys of each command as the help shows them. */
export const REVIEW_KEYS: Readonly<Record<ReviewCommand, readonly string[]>> = {
  approve: ["a"],
  delete: ["d"],
  "process-again": ["p"],
  skip: ["s"],
  next: ["j"],
  back: ["k"],
  undo: ["u"],
  "next-field": ["n"],
  "previous-field": ["b"],
  "accept-field": ["y"],
  "edit-field": ["e"],
  "take-selection": ["t"],
  class: ["c"],
  help: ["?"],
};

const COMMANDS = new Map(
  Object.entries(REVIEW_KEYS).flatMap(([command, keys]) =>
    keys.map((key) => [key, command as ReviewCommand] as const),
  ),
);

function commandOf({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): ReviewCommand | undefined {
  if (!ctrlKey && !metaKey && !altKey) return areSingleKeysOn() ? COMMANDS.get(key) : undefined;
  return key === "z" && !altKey ? "undo" : undefined;
}

/** Where keys have a meaning of their own: text fields, and everything that opens over the page. */
const OWN_KEYS = "input, textarea, select, [contenteditable], [role=dialog], [role=menu]";

/**
 * Runs the command of a key that is pressed anywhere on the page, except where keys have a meaning of their own. `commands`
 * has those that the caller runs now; the page and the document on the screen share the keys.
 */
export function useReviewKeys(commands: Partial<Record<ReviewCommand, () => unknown>>): void {
  const commandNamed = useEffectEvent((name: ReviewCommand) => commands[name]);
  // The keys work as soon as the document is on the screen. On a busy machine, an ordinary effect runs noticeably later.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const name = commandOf(event);
      const command = name && commandNamed(name);
      const isElsewhere = target instanceof Element && target.closest(OWN_KEYS) !== null;
      if (command === undefined || isElsewhere || event.defaultPrevented) return;
      // A key that is held down must not decide about documents that nobody has seen.
      if (event.repeat) return event.preventDefault();
      event.preventDefault();
      command();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
