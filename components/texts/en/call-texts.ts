/** What people read when a call of the cockpit itself fails; what the server says stands in its own words. */
export const CALL_TEXTS = {
  noAnswer: "Stagedoor does not answer. Check your connection, then try again.",
  tooLate: "Stagedoor did not answer in time. Try again in a moment.",
  internal: (requestId: string) =>
    `Stagedoor had an error of its own. Try again; if it goes on, give an operator this number: ${requestId}`,
  unexpected: (status: number) =>
    `Stagedoor gave an answer that this page does not understand (${status}). Reload the page; if it happens again, tell an operator.`,
} as const;
