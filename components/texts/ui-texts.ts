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
} as const;
