type Task<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Runs two tasks side by side. A failure aborts the signal that both got; the call ends when both have ended, so nothing goes
 * on in the background.
 * @throws the first failure.
 */
export async function runConcurrently<First, Second>(
  signal: AbortSignal,
  first: Task<First>,
  second: Task<Second>,
): Promise<[First, Second]> {
  const failure = new AbortController();
  const shared = AbortSignal.any([signal, failure.signal]);
  const run = async <Result>(task: Task<Result>) => {
    try {
      return await task(shared);
    } catch (error) {
      // Only the first call counts.
      failure.abort(error);
      throw error;
    }
  };
  const results = [run(first), run(second)] as const;
  await Promise.allSettled(results);
  if (failure.signal.aborted) throw failure.signal.reason;
  return Promise.all(results);
}
