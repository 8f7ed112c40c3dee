/** Text for the page shown for an unknown address. */
export const NOT_FOUND_TEXTS = {
  title: "Page not found",
  help: "Check the address for typing errors, or continue here:",
  link: "Go to the cockpit",
  signIn: "Sign in",
  documentation: "API documentation",
  guide: "Guide",
  searchAsset: (identifier: string) => `Search for “${identifier}”`,
} as const;
