/**
 * Runs all items in order, at most `width` at a time, and returns the results in the same order. No item starts after
 * `signal` aborts.
 */
export async function runSideBySide<Item, Result>(
  items: readonly Item[],
  { width, signal }: { readonly width: number; readonly signal: AbortSignal },
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const workThrough = async () => {
    for (const [index, item] of waiting) {
      if (signal.aborted) return;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: width }, workThrough));
  return results;
}
