/**
 * Processes all items, `width` at a time, and resolves with the results in the order of the items. After a rejection, it
 * starts no more items.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  let isFailed = false;
  const worker = async () => {
    for (const [index, item] of waiting) {
      if (isFailed) return;
      results[index] = await work(item).catch((error: unknown) => {
        isFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
