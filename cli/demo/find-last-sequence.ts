import type { StagedoorClient } from "@/lib/client/stagedoor-client";

/**
 * The last sequence of the feed now, 0 for an empty one. The feed has no gaps, so a few looks are enough however long it is:
 * there is an entry behind `n` exactly when `n` is not the last.
 */
export async function findLastSequence(client: Pick<StagedoorClient, "feedPage">): Promise<number> {
  const hasMore = async (after: number) =>
    (await client.feedPage({ after, limit: 1 })).items.length > 0;
  if (!(await hasMore(0))) return 0;
  let above = 1;
  while (await hasMore(above)) above *= 2;
  let below = Math.floor(above / 2);
  while (above - below > 1) {
    const middle = Math.floor((above + below) / 2);
    if (await hasMore(middle)) below = middle;
    else above = middle;
  }
  return above;
}
