/** Takes what ends something that was started. */
export type AddEnding = (end: () => Promise<unknown>) => void;

/**
 * Resolves with what `work` does after everything that it started has ended, the last first. Rejects with its error, or else
 * with what did not end.
 */
export async function withEndings<Result>(
  work: (addEnding: AddEnding) => Promise<Result>,
): Promise<Result> {
  const endings: (() => Promise<unknown>)[] = [];
  const failures: unknown[] = [];
  const [outcome] = await Promise.allSettled([work((end) => endings.push(end))]);
  for (const end of endings.toReversed()) await end().catch((error) => failures.push(error));
  if (outcome.status === "rejected") throw outcome.reason;
  if (failures.length > 0) throw new AggregateError(failures, "Something did not end.");
  return outcome.value;
}
