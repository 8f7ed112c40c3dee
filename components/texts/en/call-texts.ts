/** Messages for failed cockpit calls. Messages from the server are shown unchanged. */
export const CALL_TEXTS = {
  noAnswer: "Stagedoor is not responding. Check your connection, then try again.",
  tooLate: "Stagedoor took too long to respond. Try again in a moment.",
  internal: (requestId: string) =>
    `Something went wrong in Stagedoor. Try again. If it keeps happening, give your operator this number: ${requestId}`,
  unexpected: (status: number) =>
    `Stagedoor sent an unexpected response (${status}). Reload the page. If it happens again, contact your operator.`,
} as const;
