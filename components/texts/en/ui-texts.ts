/** What the parts say that every page uses. */
export const UI_TEXTS = {
  cancel: "Cancel",
  close: "Close",
  closeMessage: "Close the message",
  clearSearch: "Clear the search",
  loading: "Loading …",
  showMore: "Show more",
  tryAgain: "Try again",
  notLoaded: "This could not be loaded",
  copy: "Copy",
  copied: "Copied",
  notCopied: "It was not copied",
  notCopiedHelp:
    "Your browser does not let this page use the clipboard. Select the text and copy it by hand.",
  brokenTitle: "This page could not be shown",
  brokenHelp:
    "Stagedoor had an error of its own, or its database does not answer. Nothing that was saved is lost.",
  brokenNumber: (number: string) => `If it goes on, give an operator this number: ${number}`,
} as const;
