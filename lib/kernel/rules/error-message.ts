/** What an error says, or the text of whatever else was thrown; never throws itself. */
export const errorMessage = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);
