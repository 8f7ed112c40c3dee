/**
 * What an error says, or the text of whatever else was thrown; never throws itself. An AggregateError of a refused connection
 * has an empty message: its code says what happened.
 */
export function errorMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.message || ("code" in thrown ? String(thrown.code) : thrown.name);
}
