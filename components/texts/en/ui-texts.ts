/** Text for the components that every page uses. */
export const UI_TEXTS = {
  cancel: "Cancel",
  close: "Close",
  closeMessage: "Close message",
  clearSearch: "Clear search",
  showPassword: "Show password",
  hidePassword: "Hide password",
  loading: "Loading…",
  showMore: "Show more",
  tryAgain: "Try again",
  notLoaded: "This could not be loaded",
  notUpdated: "This may be out of date",
  copy: "Copy",
  copied: "Copied",
  notCopied: "The text was not copied",
  notCopiedHelp:
    "Your browser blocked access to the clipboard. Select the text and copy it manually.",
} as const;
