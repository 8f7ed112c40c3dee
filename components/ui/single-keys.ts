/** The cookie that stores whether letters and signs are shortcuts. */
export const SINGLE_KEYS_COOKIE = "stagedoor-single-keys";

/** The choices: people who dictate, or whose hands slip, turn shortcuts of a single key off (WCAG 2.1.4). */
export const SINGLE_KEYS = ["on", "off"] as const;

/** Whether letters and signs are shortcuts. */
export type SingleKeys = (typeof SINGLE_KEYS)[number];

/** Reads the choice from a cookie; anything unknown is `on`. */
export function readSingleKeys(text: string | undefined): SingleKeys {
  return SINGLE_KEYS.find((choice) => choice === text) ?? "on";
}

/** Returns whether a letter or a sign that is pressed anywhere on the page is a shortcut. The page's root has the choice. */
export const areSingleKeysOn = (): boolean => document.documentElement.dataset.singleKeys !== "off";
