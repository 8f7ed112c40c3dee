/** The cookie that stores the user's choice of colours. */
export const THEME_COOKIE = "stagedoor-theme";

/** `system` follows the device. */
export const THEMES = ["system", "light", "dark"] as const;

/** A choice of colours. */
export type Theme = (typeof THEMES)[number];

/** Reads a theme from a cookie; anything unknown is `system`. */
export function readTheme(text: string | undefined): Theme {
  return THEMES.find((theme) => theme === text) ?? "system";
}
