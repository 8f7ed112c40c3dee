/**
 * The message of an error, or the text of any other thrown value; never throws. An AggregateError of a refused connection has
 * an empty message: its code says what happened.
 */
export function errorMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.message || ("code" in thrown ? String(thrown.code) : thrown.name);
}
