import type { Clock } from "@/lib/kernel/ports/system";
import type { AssetOverviews, Viewer } from "../ports/asset-overviews";

/**
 * Records that a user is viewing an identifier, whether or not an asset has it: earlier documents are no longer new to
 * them.
 * @returns the time since which documents were new to them: their previous visit or the creation of their account
 */
export async function noteAssetVisit(
  ports: { assetOverviews: AssetOverviews; clock: Clock },
  { viewer, identifier }: { viewer: Viewer; identifier: string },
): Promise<Date> {
  const { userId, since } = viewer;
  return (await ports.assetOverviews.noteVisit(userId, identifier, ports.clock.now())) ?? since;
}
