/** The text of whatever was thrown, for a sentence or a log line. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An AggregateError of a refused connection has an empty message; its code says what happened.
  return error.message || ("code" in error ? String(error.code) : error.name);
}
