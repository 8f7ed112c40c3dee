/** What people read at an address that has no page. */
export const NOT_FOUND_TEXTS = {
  title: "Page not found",
  help: "Check the address for typing errors, or go to the cockpit.",
  link: "Go to the cockpit",
} as const;
