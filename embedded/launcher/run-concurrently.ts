type Task<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Runs tasks side by side. A failure aborts the signal that all of them got; the call ends when all have ended, so nothing goes
 * on in the background.
 * @throws the first failure.
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
      // Only the first call counts.
      failure.abort(error);
      throw error;
    }
  };
  const results = tasks.map(run);
  await Promise.allSettled(results);
  if (failure.signal.aborted) throw failure.signal.reason;
  // Each result stands in its task's place, which the type of `map` does not tell.
  return (await Promise.all(results)) as unknown as Results;
}
