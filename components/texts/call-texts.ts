/** What people read when a call of the cockpit itself fails; what the server says stands in its own words. */
export const CALL_TEXTS = {
  noAnswer: "Stagedoor does not answer. Check your connection, then try again.",
  tooLate: "Stagedoor did not answer in time. Try again in a moment.",
  unexpected: (status: number) =>
    `Stagedoor gave an answer that this page does not understand (${status}). Reload the page; if it happens again, tell an operator.`,
} as const;
