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

/** Messages for failed cockpit calls. Messages from the server are shown unchanged. */
export const CALL_TEXTS = {
  noAnswer: "Stagedoor is not responding. Check your connection, then try again.",
  tooLate: "Stagedoor took too long to respond. Try again in a moment.",
  internal: (requestId: string) =>
    `Something went wrong in Stagedoor. Try again. If it keeps happening, give your operator this number: ${requestId}`,
  unexpected: (status: number) =>
    `Stagedoor sent an unexpected response (${status}). Reload the page. If it happens again, contact your operator.`,
} as const;
