/**
 * Returns the message of an error, or the text of any other thrown value; never throws. The AggregateError of a refused
 * connection has an empty message, so its code is returned.
 */
export function errorMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.message || ("code" in thrown ? String(thrown.code) : thrown.name);
}
