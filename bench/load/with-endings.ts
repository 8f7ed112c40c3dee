/** Registers a function that stops something that was started. */
export type AddEnding = (end: () => Promise<unknown>) => void;

/**
 * Resolves with the result of `work` after everything that it started has been stopped, in reverse order. Rejects with
 * the error of `work` or, if only stops failed, with their errors.
 */
export async function withEndings<Result>(
  work: (addEnding: AddEnding) => Promise<Result>,
): Promise<Result> {
  const endings: (() => Promise<unknown>)[] = [];
  const failures: unknown[] = [];
  const [outcome] = await Promise.allSettled([work((end) => endings.push(end))]);
  for (const end of endings.toReversed()) await end().catch((error) => failures.push(error));
  if (outcome.status === "rejected") throw outcome.reason;
  if (failures.length > 0) throw new AggregateError(failures, "Not everything could be stopped.");
  return outcome.value;
}
