/** The name of the product, in two parts, because the wordmark shows each in its own colour. */
export const WORDMARK = ["Stage", "door"] as const;

/** The site's name and description for browsers and search engines. */
export const SITE_TEXTS = {
  name: "Stagedoor",
  titleTemplate: "%s · Stagedoor",
  description: "Upload documents, check them, and keep other systems up to date.",
} as const;
