import type { Clock } from "@/lib/kernel/ports/system";
import type { AssetOverviews, Viewer } from "../ports/asset-overviews";

/**
 * Records that a user is viewing an identifier, even if no asset has it. Earlier documents are then no longer new to this
 * user.
 * @returns the time since which documents were new to the user: their previous visit or the creation of their account
 */
export async function noteAssetVisit(
  ports: { assetOverviews: AssetOverviews; clock: Clock },
  { viewer, identifier }: { viewer: Viewer; identifier: string },
): Promise<Date> {
  const { userId, since } = viewer;
  return (await ports.assetOverviews.noteVisit(userId, identifier, ports.clock.now())) ?? since;
}
