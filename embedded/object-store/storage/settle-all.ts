/** Ends when all have ended, even when one fails: what is cleaned up afterwards is no longer being written. */
export async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) {
    if (result.status === "rejected") throw result.reason;
  }
}
