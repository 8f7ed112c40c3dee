/**
 * Waits until all work has settled, even if some of it fails, so that a clean-up does not run while files are still
 * being written.
 * @throws the error of the first work that failed
 */
export async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) {
    if (result.status === "rejected") throw result.reason;
  }
}
