type Task<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Runs tasks concurrently. A failure aborts the signal that all of them received. Resolves or rejects only when all of
 * them have stopped, so that nothing continues in the background.
 * @throws the first failure
 */
export async function runConcurrently<Results extends readonly unknown[]>(
  signal: AbortSignal,
  ...tasks: { readonly [Index in keyof Results]: Task<Results[Index]> }
): Promise<Results> {
  const failure = new AbortController();
  const shared = AbortSignal.any([signal, failure.signal]);
  const run = async (task: Task<unknown>) => {
    try {
      return await task(shared);
    } catch (error) {
      // Only the first call has an effect.
      failure.abort(error);
      throw error;
    }
  };
  const results = tasks.map(run);
  await Promise.allSettled(results);
  if (failure.signal.aborted) throw failure.signal.reason;
  // The results are in the order of the tasks, which the type of `map` does not express.
  return (await Promise.all(results)) as unknown as Results;
}
