/** Text shown in place of a page that could not be rendered. */
export const ERROR_TEXTS = {
  title: "This page could not be shown",
  help: "Something went wrong on the server, or its database is not available. Your saved data is safe.",
  number: (number: string) =>
    `If this keeps happening, give your operator this error number: ${number}`,
  tryAgain: "Try again",
} as const;
